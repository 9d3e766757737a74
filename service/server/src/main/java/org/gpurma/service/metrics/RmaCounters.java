package org.gpurma.service.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import org.gpurma.service.counters.PathName;
import org.gpurma.wire.Path;

/** The series of what ranks do, of all jobs together. */
final class RmaCounters {
  private final Map<Path, OfPath> paths = new EnumMap<>(Path.class);
  private final Counter barriers;
  private final Counter wait;
  private final Counter queueFullStalls;
  private final Counter logEntries;
  private final Counter logStalls;
  private final Counter logFull;
  private final Counter logLines;
  private final Counter droppedLines;

  record OfPath(
      Counter puts,
      Counter gets,
      Counter putBytes,
      Counter getBytes,
      Counter sent,
      Counter matched) {}

  RmaCounters(MeterRegistry registry) {
    for (Path path : PathName.PATHS) {
      paths.put(path, ofPath(registry, PathName.of(path)));
    }
    barriers = Series.counter(registry, "gpurma.rma.barriers", "Barriers, counted by rank", "");
    wait =
        Series.counter(
            registry,
            "gpurma.rma.wait",
            "Time that ranks have waited, for anything, added over them",
            "seconds");
    queueFullStalls =
        Series.counter(
            registry,
            "gpurma.rma.queue.full.stalls",
            "How often a rank found the queue to its host full",
            "");
    logEntries =
        Series.counter(
            registry, "gpurma.log.queue.entries", "Entries that ranks wrote to log queues", "");
    logStalls =
        Series.counter(
            registry, "gpurma.log.queue.stalls", "How often a rank found its log queue full", "");
    logFull =
        Series.counter(
            registry,
            "gpurma.log.queue.full",
            "For how long log queues stood full and their ranks waited, added over them",
            "seconds");
    logLines =
        Series.counter(
            registry, "gpurma.log.lines", "Log lines that were stored", "", "channel", "rank");
    droppedLines =
        Series.counter(
            registry,
            "gpurma.log.queue.dropped.lines",
            "Log lines that ranks dropped rather than wait",
            "");
  }

  private static OfPath ofPath(MeterRegistry registry, String path) {
    return new OfPath(
        operations(registry, path, "put"),
        operations(registry, path, "get"),
        bytes(registry, path, "put"),
        bytes(registry, path, "get"),
        notifications(registry, path, "sent"),
        notifications(registry, path, "matched"));
  }

  private static Counter operations(MeterRegistry registry, String path, String operation) {
    return Series.counter(
        registry,
        "gpurma.rma.operations",
        "Puts and gets of ranks",
        "",
        "path",
        path,
        "operation",
        operation);
  }

  private static Counter bytes(MeterRegistry registry, String path, String operation) {
    return Series.counter(
        registry,
        "gpurma.rma",
        "What ranks have put and got",
        "bytes",
        "path",
        path,
        "operation",
        operation);
  }

  private static Counter notifications(MeterRegistry registry, String path, String direction) {
    return Series.counter(
        registry,
        "gpurma.rma.notifications",
        "Notifications that ranks sent, and that they matched",
        "",
        "path",
        path,
        "direction",
        direction);
  }

  OfPath of(Path path) {
    return paths.get(path);
  }

  Counter barriers() {
    return barriers;
  }

  Counter waited() {
    return wait;
  }

  Counter queueFullStalls() {
    return queueFullStalls;
  }

  Counter logEntries() {
    return logEntries;
  }

  Counter logStalls() {
    return logStalls;
  }

  Counter logFull() {
    return logFull;
  }

  Counter logLines() {
    return logLines;
  }

  Counter droppedLines() {
    return droppedLines;
  }

  /** A total that fell is one of a process that started anew; it is never subtracted. */
  static void add(Counter sum, double now, double before) {
    sum.increment(Math.max(0, now - before));
  }
}
