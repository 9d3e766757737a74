package org.gpurma.service.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gpurma.service.remote.Subprocess;
import org.gpurma.service.settings.ServiceSettings;

/** This machine, with its real GPUs or, where there are none, emulated ones. */
public final class LocalNode {
  /** The tools that the probe asks have half a minute. */
  public static final Duration PROBE_TIMEOUT = Duration.ofSeconds(40);

  private LocalNode() {}

  public static ClusterMonitor.Asked asked(Path bundle, ServiceSettings.Emulated emulated) {
    return new ClusterMonitor.Asked(
        hostName(),
        Reach.LOCAL,
        () -> Subprocess.output(command(bundle, emulated.gpus()), PROBE_TIMEOUT));
  }

  public static List<String> command(Path bundle, int emulatedGpus) {
    return List.of(
        bundle.resolve("bin/gpurma-probe").toString(),
        "--emulated-gpus",
        Integer.toString(emulatedGpus));
  }

  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
