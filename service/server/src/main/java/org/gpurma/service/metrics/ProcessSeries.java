package org.gpurma.service.metrics;

import org.gpurma.service.counters.PathName;
import org.gpurma.wire.Path;
import org.gpurma.wire.PathCounters;
import org.gpurma.wire.Sample;

/** What a process that runs says of itself and its ranks. */
final class ProcessSeries {
  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;

  private ProcessSeries() {}

  static void add(LiveSeries series) {
    host(series);
    for (Path path : PathName.PATHS) {
      path(series, path);
    }
    series.counter(
        "gpurma.process.rma.wait",
        "Time that its ranks have waited, added over them",
        "seconds",
        sample -> RmaMetrics.waitedNanos(sample) / NANOS);
    series.counter(
        "gpurma.process.rma.queue.full.stalls",
        "How often its ranks found the queue to their host full",
        "",
        Sample::getQueueFullStalls);
    series.gauge(
        "gpurma.process.log.queue.high.water",
        "Most entries that the log queue of one of its ranks held, by those that it can hold",
        "ratio",
        sample ->
            (double) sample.getLogQueues().getHighWater()
                / Math.max(1, sample.getLogQueues().getCapacity()));
  }

  private static void host(LiveSeries series) {
    series.counter(
        "gpurma.process.cpu",
        "Processor time of the runtime process; ranks of an emulated GPU are part of it",
        "seconds",
        sample -> sample.getHost().getCpuNs() / NANOS);
    series.gauge(
        "gpurma.process.resident.memory",
        "Memory of the runtime process",
        "bytes",
        sample -> sample.getHost().getResidentBytes());
    series.gauge(
        "gpurma.process.heap.used",
        "Used of its Java heap",
        "bytes",
        sample -> sample.getHost().getHeapUsedBytes());
    series.gauge(
        "gpurma.process.heap.max",
        "Bound of its Java heap",
        "bytes",
        sample -> sample.getHost().getHeapMaxBytes());
    series.counter(
        "gpurma.process.gc.pauses",
        "Its garbage collections",
        "",
        sample -> sample.getHost().getCollections());
    series.counter(
        "gpurma.process.gc",
        "Time of its garbage collections",
        "seconds",
        sample -> sample.getHost().getCollectionMs() / MILLIS);
  }

  private static void path(LiveSeries series, Path path) {
    series.counter(
        "gpurma.process.rma.operations",
        "Puts and gets of its ranks",
        "",
        sample -> of(sample, path).getPuts() + of(sample, path).getGets(),
        "path",
        PathName.of(path));
    series.counter(
        "gpurma.process.rma",
        "What its ranks have put and got",
        "bytes",
        sample -> of(sample, path).getPutBytes() + of(sample, path).getGetBytes(),
        "path",
        PathName.of(path));
  }

  private static PathCounters of(Sample sample, Path path) {
    return sample.getPathsList().stream()
        .filter(counters -> counters.getPath() == path)
        .findFirst()
        .orElse(PathCounters.getDefaultInstance());
  }
}
