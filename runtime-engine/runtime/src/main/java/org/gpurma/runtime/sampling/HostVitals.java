package org.gpurma.runtime.sampling;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.gpurma.wire.HostProcess;

/** What this process takes of its node. */
final class HostVitals {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";

  private HostVitals() {}

  static HostProcess now() {
    Runtime runtime = Runtime.getRuntime();
    HostProcess.Builder host =
        HostProcess.newBuilder()
            .setCpuNs(
                ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L))
            .setResidentBytes(residentBytes())
            .setHeapUsedBytes(runtime.totalMemory() - runtime.freeMemory())
            .setHeapMaxBytes(runtime.maxMemory());
    long collections = 0;
    long millis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      collections += Math.max(0, collector.getCollectionCount());
      millis += Math.max(0, collector.getCollectionTime());
    }
    return host.setCollections(collections).setCollectionMs(millis).build();
  }

  private static long residentBytes() {
    try (var lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(RESIDENT))
          .map(line -> line.replaceAll("\\D", ""))
          .mapToLong(kibibytes -> Long.parseLong(kibibytes) * 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException _) {
      return 0;
    }
  }
}
