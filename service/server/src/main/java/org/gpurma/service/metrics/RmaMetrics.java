package org.gpurma.service.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.gpurma.service.ingest.RecordListener;
import org.gpurma.service.job.AttemptId;
import org.gpurma.wire.Counters;
import org.gpurma.wire.PathCounters;
import org.gpurma.wire.SpooledRecord;

/**
 * Sums the counters of all ranks of all jobs. Ranks report totals since their start; what a total
 * grew by is added, so the sums only ever grow. Labels name the data path and the operation, never
 * a job or rank.
 */
public final class RmaMetrics implements RecordListener {
  private final MeterRegistry registry;
  private final Map<AttemptId, Map<Integer, Counters>> last = new HashMap<>();

  public RmaMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public synchronized void reported(AttemptId attempt, int process, SpooledRecord record) {
    switch (record.getEventCase()) {
      case LINES ->
          registry
              .counter("gpurma.log.lines", "channel", "rank")
              .increment(record.getLines().getTextsCount());
      case COUNTERS -> count(attempt, record.getCounters());
      case STARTED, LOG, FAILURE, FINISHED, STALL, EVENT_NOT_SET -> {}
    }
  }

  /** Forgets the last totals of an attempt; what they added stays. */
  public synchronized void ended(AttemptId attempt) {
    last.remove(attempt);
  }

  private void count(AttemptId attempt, Counters now) {
    Counters before =
        last.computeIfAbsent(attempt, _ -> new HashMap<>())
            .getOrDefault(now.getRank(), Counters.getDefaultInstance());
    last.get(attempt).put(now.getRank(), now);
    for (PathCounters path : now.getPathsList()) {
      countPath(path, pathOf(before, path));
    }
    add(now.getBarriers() - before.getBarriers(), "gpurma.rma.barriers");
    add((now.getWaitNs() - before.getWaitNs()) / 1e9, "gpurma.rma.wait.seconds");
    add(now.getQueueFullStalls() - before.getQueueFullStalls(), "gpurma.rma.queue.full.stalls");
    add(now.getLogEntries() - before.getLogEntries(), "gpurma.log.queue.entries");
    add(now.getLogStalls() - before.getLogStalls(), "gpurma.log.queue.stalls");
  }

  private void countPath(PathCounters now, PathCounters before) {
    String path = now.getPath().name().toLowerCase(Locale.ROOT).replace('_', '-');
    add(
        now.getPuts() - before.getPuts(),
        "gpurma.rma.operations",
        "path",
        path,
        "operation",
        "put");
    add(now.getPutBytes() - before.getPutBytes(), "gpurma.rma.bytes", "path", path);
    add(
        now.getNotificationsSent() - before.getNotificationsSent(),
        "gpurma.rma.notifications",
        "path",
        path,
        "direction",
        "sent");
    add(
        now.getNotificationsMatched() - before.getNotificationsMatched(),
        "gpurma.rma.notifications",
        "path",
        path,
        "direction",
        "matched");
  }

  private static PathCounters pathOf(Counters counters, PathCounters wanted) {
    return counters.getPathsList().stream()
        .filter(path -> path.getPath() == wanted.getPath())
        .findFirst()
        .orElse(PathCounters.getDefaultInstance());
  }

  /** A total that fell is one of a rank that started anew; it is never subtracted. */
  private void add(double amount, String name, String... tags) {
    registry.counter(name, tags).increment(Math.max(0, amount));
  }
}
