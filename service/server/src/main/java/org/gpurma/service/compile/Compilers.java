package org.gpurma.service.compile;

import java.util.List;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.settings.ServiceSettings;

/** The compilers of this machine, as they tell of themselves. */
public final class Compilers {
  private final ServiceSettings.Compile settings;
  private List<Found> asked;

  public Compilers(ServiceSettings.Compile settings) {
    this.settings = settings;
  }

  /**
   * @param version the line that tells it; null where the compiler cannot be run
   */
  public record Found(GpuKind backend, String command, String version) {}

  /** Asked once: a compiler that was exchanged is known after a restart. */
  public synchronized List<Found> all() {
    if (asked == null) {
      asked =
          List.of(found(GpuKind.EMULATED, settings.gxx()), found(GpuKind.CUDA, settings.nvcc()));
    }
    return asked;
  }

  private static Found found(GpuKind backend, String command) {
    List<String> lines =
        CompilerRun.version(command)
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .toList();
    // nvcc begins with its name and copyright.
    String version =
        lines.stream()
            .filter(line -> line.contains("release "))
            .findFirst()
            .orElse(lines.isEmpty() ? null : lines.getFirst());
    return new Found(backend, command, version);
  }
}
