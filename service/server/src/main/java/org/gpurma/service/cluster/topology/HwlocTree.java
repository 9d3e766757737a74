package org.gpurma.service.cluster.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What hwloc ({@code lstopo --of xml}) tells of a node: which CPUs are one core, which cores are
 * one NUMA node, and which CPUs are near a PCI device.
 *
 * @param numaNodes CPUs of each
 * @param cores hardware threads of each core, by the operating system's numbers
 */
public record HwlocTree(
    List<NumaNode> numaNodes, List<List<Integer>> cores, List<PciDevice> devices) {
  public static final String SOURCE = "lstopo --of xml";

  private static final String BUS_ID = "[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-9a-f]";

  public HwlocTree {
    numaNodes = List.copyOf(numaNodes);
    cores = List.copyOf(cores);
    devices = List.copyOf(devices);
  }

  /**
   * @param busId e.g. {@code 0000:34:00.0}
   * @param names the operating system's, e.g. {@code mlx5_0}; empty where it has none
   */
  public record PciDevice(String busId, List<String> names, List<Integer> nearCpus) {
    public PciDevice {
      names = List.copyOf(names);
      nearCpus = List.copyOf(nearCpus);
    }
  }

  /**
   * @throws UnreadableTopologyException where the text is not such a tree
   */
  public static HwlocTree parse(String text) {
    XmlElement root = XmlElement.parse(SOURCE, text, "topology");
    XmlElement machine =
        root.child("object")
            .orElseThrow(() -> root.unreadable("an <object> of type Machine", "none"));
    List<PciDevice> devices = new ArrayList<>();
    collectDevices(machine, cpus(machine), devices);
    List<List<Integer>> cores = ofType(machine, "Core").map(HwlocTree::cpus).toList();
    if (cores.isEmpty()) {
      throw machine.unreadable("an <object> of type Core", "none");
    }
    return new HwlocTree(
        ofType(machine, "NUMANode").map(HwlocTree::numaNode).toList(), cores, devices);
  }

  private static Stream<XmlElement> ofType(XmlElement below, String type) {
    return below.all().filter(element -> isOfType(element, type));
  }

  private static boolean isOfType(XmlElement element, String type) {
    return element.name().equals("object")
        && element.attribute("type").filter(type::equals).isPresent();
  }

  private static NumaNode numaNode(XmlElement element) {
    String index = element.requiredAttribute("os_index");
    if (!index.matches("\\d{1,5}")) {
      throw element.unreadable("a number as os_index", index);
    }
    return new NumaNode(Integer.parseInt(index), cpus(element));
  }

  private static List<Integer> cpus(XmlElement element) {
    String mask = element.requiredAttribute("cpuset");
    try {
      return CpuMask.parse(mask);
    } catch (IllegalArgumentException _) {
      throw element.unreadable("a cpuset such as 0x000000ff", mask);
    }
  }

  /** A device is near the CPUs of the innermost object around it that has any. */
  private static void collectDevices(XmlElement element, List<Integer> near, List<PciDevice> into) {
    List<Integer> here = element.attribute("cpuset").isPresent() ? cpus(element) : near;
    if (isOfType(element, "PCIDev")) {
      into.add(device(element, here));
    }
    element.children("object").forEach(child -> collectDevices(child, here, into));
  }

  private static PciDevice device(XmlElement element, List<Integer> near) {
    String busId = PciAddress.normal(element.requiredAttribute("pci_busid"));
    if (!busId.matches(BUS_ID)) {
      throw element.unreadable("a pci_busid such as 0000:34:00.0", busId);
    }
    List<String> names =
        ofType(element, "OSDev").flatMap(device -> device.attribute("name").stream()).toList();
    return new PciDevice(busId, names, near);
  }
}
