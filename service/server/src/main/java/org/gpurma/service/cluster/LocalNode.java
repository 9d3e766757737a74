package org.gpurma.service.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.service.settings.ServiceSettings;

/** This machine, with its real GPUs or, where there are none, emulated ones. */
public final class LocalNode {
  private LocalNode() {}

  public static Node probe(ServiceSettings.Emulated emulated) {
    List<Gpu> real = emulated.force() ? List.of() : NvidiaSmi.query();
    return new Node(hostName(), real.isEmpty() ? emulated(emulated) : real, cores());
  }

  static List<Gpu> emulated(ServiceSettings.Emulated settings) {
    if (settings.gpus() < 1 || settings.ranksPerGpu() < 1) {
      throw new IllegalArgumentException(
          "gpurma.emulated.gpus and gpurma.emulated.ranks-per-gpu must be at least 1");
    }
    return IntStream.range(0, settings.gpus())
        .mapToObj(
            i ->
                new Gpu(
                    "emulated-" + i, "Emulated GPU", GpuKind.EMULATED, settings.ranksPerGpu(), 0))
        .toList();
  }

  private static String hostName() {
    return read("/proc/sys/kernel/hostname").strip();
  }

  /** The CPUs this process may use; a container or a batch system may have narrowed them. */
  private static List<Integer> cores() {
    return read("/proc/self/status")
        .lines()
        .filter(line -> line.startsWith("Cpus_allowed_list:"))
        .map(line -> CpuList.parse(line.substring(line.indexOf(':') + 1)))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("/proc/self/status has no Cpus_allowed_list"));
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
