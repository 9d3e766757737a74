package org.gpurma.service.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/** How much the logs of all jobs take on disk, with their indexes. */
public final class LogStoreMetrics implements Refreshed {
  private static final String LOG = "log";

  /** Of a log below the folder of the jobs: JOB/ATTEMPT/log, or files of a folder of this name. */
  private static final int DEEPEST = 4;

  private final Path jobs;
  private volatile long bytes;

  public LogStoreMetrics(MeterRegistry registry, Path jobs) {
    this.jobs = jobs;
    Gauge.builder("gpurma.log.store.size", () -> bytes)
        .description("Logs of all jobs on disk")
        .baseUnit("bytes")
        .register(registry);
  }

  @Override
  public void refresh() {
    var sum = new Sum();
    if (Files.isDirectory(jobs)) {
      try {
        Files.walkFileTree(jobs, Set.of(), DEEPEST, sum);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    bytes = sum.bytes;
  }

  private final class Sum extends SimpleFileVisitor<Path> {
    private long bytes;

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      boolean mayHoldLogs = jobs.relativize(folder).getNameCount() < DEEPEST - 1 || isLog(folder);
      return mayHoldLogs ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile() && (isLog(file) || isLog(file.getParent()))) {
        bytes += attributes.size();
      }
      return FileVisitResult.CONTINUE;
    }

    /** Jobs end, and others take them away, while they are looked at. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return FileVisitResult.CONTINUE;
    }

    private static boolean isLog(Path path) {
      String name = path.getFileName().toString();
      return name.equals(LOG) || name.startsWith(LOG + ".");
    }
  }
}
