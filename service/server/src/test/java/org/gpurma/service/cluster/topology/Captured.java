package org.gpurma.service.cluster.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What tools printed on real machines. */
public final class Captured {
  private static final Path FOLDER = Path.of("src/test/resources/topologies");

  private Captured() {}

  public static String text(String file) {
    try {
      return Files.readString(FOLDER.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static TopologyMatrix matrix(String machine) {
    return TopologyMatrix.parse(text(machine + ".topo.txt"));
  }

  /** What {@code nvidia-smi -q -x} would print of so many H100s, as far as it is read. */
  public static String gpuReport(int gpus) {
    String all =
        IntStream.range(0, gpus)
            .mapToObj(
                i ->
                    """
                    <gpu>
                      <uuid>GPU-00000000-0000-4000-8000-%012d</uuid>
                      <product_name>NVIDIA H100</product_name>
                      <persistence_mode>Enabled</persistence_mode>
                      <pci><pci_bus_id>00000000:%02X:00.0</pci_bus_id></pci>
                      <fb_memory_usage><total>81559 MiB</total></fb_memory_usage>
                    </gpu>
                    """
                        .formatted(i, 0x10 + i))
            .collect(Collectors.joining());
    return ("<nvidia_smi_log><driver_version>550.54.15</driver_version>"
            + "<cuda_version>12.4</cuda_version><attached_gpus>%d</attached_gpus>%s"
            + "</nvidia_smi_log>")
        .formatted(gpus, all);
  }

  static List<String> files() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a file with the parser that its name asks for. */
  static Object parse(String file, String text) {
    return switch (file.substring(file.indexOf('.'))) {
      case ".topo.txt" -> TopologyMatrix.parse(text);
      case ".p2p.txt" -> PeerMatrix.parse(text);
      case ".smi.xml" -> SmiReport.parse(text);
      case ".hwloc.xml" -> HwlocTree.parse(text);
      default -> throw new IllegalArgumentException(file + " is of no known kind");
    };
  }
}
