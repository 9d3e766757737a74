package org.gpurma.service.cluster.topology;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code nvidia-smi -q -x} tells of the driver and each GPU.
 *
 * @param cuda the newest version of CUDA that the driver takes
 */
public record SmiReport(String driver, String cuda, List<SmiGpu> gpus) {
  public static final String SOURCE = "nvidia-smi -q -x";

  private static final Pattern MEMORY = Pattern.compile("(\\d{1,9}) MiB");
  private static final String NAME = "\\P{Cntrl}{1,100}";
  private static final String BUS_ID =
      "[0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-9A-Fa-f]";
  private static final String UUID = "GPU-[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}";

  public SmiReport {
    gpus = List.copyOf(gpus);
  }

  /**
   * @param busId as hwloc writes it, e.g. {@code 0000:0f:00.0}
   * @param memoryMiB 0 where the driver does not say
   * @param persistent the driver stays loaded while nobody uses the GPU
   * @param partitioned the GPU is cut into MIG instances and cannot be used as a whole
   */
  public record SmiGpu(
      String uuid,
      String name,
      long memoryMiB,
      String busId,
      boolean persistent,
      boolean partitioned) {}

  /**
   * @throws UnreadableTopologyException where the text is not such a report
   */
  public static SmiReport parse(String text) {
    XmlElement log = XmlElement.parse(SOURCE, text, "nvidia_smi_log");
    List<SmiGpu> gpus = log.children("gpu").stream().map(SmiReport::gpu).toList();
    String attached = log.text("attached_gpus");
    if (!attached.equals(Integer.toString(gpus.size()))) {
      throw log.unreadable("as many <gpu> as <attached_gpus> says", attached);
    }
    requireDistinct(log, gpus, "uuid", gpu -> gpu.uuid().toLowerCase(Locale.ROOT));
    requireDistinct(log, gpus, "pci_bus_id", SmiGpu::busId);
    return new SmiReport(log.text("driver_version"), log.text("cuda_version"), gpus);
  }

  private static void requireDistinct(
      XmlElement log, List<SmiGpu> gpus, String element, Function<SmiGpu, String> value) {
    Set<String> seen = new HashSet<>();
    for (SmiGpu gpu : gpus) {
      if (!seen.add(value.apply(gpu))) {
        throw log.unreadable(
            "a <%s> of its own for every <gpu>".formatted(element), value.apply(gpu) + " twice");
      }
    }
  }

  private static SmiGpu gpu(XmlElement gpu) {
    String uuid = gpu.text("uuid");
    if (!uuid.matches(UUID)) {
      throw gpu.unreadable("a <uuid> such as GPU-5d2f0e7c-...", uuid);
    }
    return new SmiGpu(
        uuid,
        name(gpu),
        memory(gpu),
        busId(gpu),
        gpu.text("persistence_mode").equals("Enabled"),
        gpu.child("mig_mode").isPresent() && isPartitioned(gpu));
  }

  private static String name(XmlElement gpu) {
    String name = gpu.text("product_name");
    if (!name.matches(NAME)) {
      throw gpu.unreadable("a <product_name> such as NVIDIA H200", name);
    }
    return name;
  }

  private static boolean isPartitioned(XmlElement gpu) {
    String mode = gpu.text("mig_mode", "current_mig");
    return switch (mode) {
      case "Enabled" -> true;
      case "Disabled", "N/A", "[N/A]" -> false;
      default -> throw gpu.unreadable("a <current_mig> of Enabled, Disabled or N/A", mode);
    };
  }

  private static long memory(XmlElement gpu) {
    String text = gpu.text("fb_memory_usage", "total");
    Matcher matcher = MEMORY.matcher(text);
    if (matcher.matches()) {
      return Long.parseLong(matcher.group(1));
    }
    if (text.equals("N/A") || text.equals("[N/A]")) {
      return 0;
    }
    throw gpu.unreadable("a <total> memory such as 143771 MiB, or N/A", text);
  }

  /** The tool writes eight digits of the domain, Linux and hwloc four, and small letters. */
  private static String busId(XmlElement gpu) {
    String text = gpu.text("pci", "pci_bus_id");
    if (!text.matches(BUS_ID)) {
      throw gpu.unreadable("a <pci_bus_id> such as 00000000:0F:00.0", text);
    }
    int colon = text.indexOf(':');
    return PciAddress.normal(
        text.substring(Math.max(0, colon - PciAddress.DOMAIN_DIGITS), colon)
            + text.substring(colon));
  }
}
