package org.gpurma.service.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import org.gpurma.service.counters.PathName;
import org.gpurma.service.ingest.RecordListener;
import org.gpurma.service.job.AttemptId;
import org.gpurma.wire.PathCounters;
import org.gpurma.wire.Sample;
import org.gpurma.wire.SpooledRecord;

/**
 * Sums what the ranks of all jobs count. Processes report totals since their start; what a total
 * grew by is added, so the sums only ever grow. Labels name the data path and the operation, never
 * a job or rank.
 */
public final class RmaMetrics implements RecordListener {
  private final MeterRegistry registry;
  private final Map<AttemptId, Map<Integer, Sample>> last = new HashMap<>();

  public RmaMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public synchronized void reported(AttemptId attempt, int process, SpooledRecord record) {
    switch (record.getEventCase()) {
      case SAMPLE -> count(attempt, process, record.getSample());
      case GAP ->
          registry
              .counter("gpurma.log.queue.dropped.lines")
              .increment(
                  record.getGap().getLastSequence() - record.getGap().getFirstSequence() + 1);
      case STARTED, LOG, LINES, FAILURE, FINISHED, STALL, EVENT_NOT_SET -> {}
    }
  }

  @Override
  public void logged(AttemptId attempt, int lines) {
    registry.counter("gpurma.log.lines", "channel", "rank").increment(lines);
  }

  /** Forgets the last totals of an attempt; what they added stays. */
  public synchronized void ended(AttemptId attempt) {
    last.remove(attempt);
  }

  private void count(AttemptId attempt, int process, Sample now) {
    Sample before =
        last.computeIfAbsent(attempt, _ -> new HashMap<>())
            .getOrDefault(process, Sample.getDefaultInstance());
    last.get(attempt).put(process, now);
    for (PathCounters path : now.getPathsList()) {
      countPath(path, pathOf(before, path));
    }
    add(now.getBarriers() - before.getBarriers(), "gpurma.rma.barriers");
    add((waited(now) - waited(before)) / 1e9, "gpurma.rma.wait.seconds");
    add(now.getQueueFullStalls() - before.getQueueFullStalls(), "gpurma.rma.queue.full.stalls");
    add(
        now.getLogQueues().getEntries() - before.getLogQueues().getEntries(),
        "gpurma.log.queue.entries");
    add(
        now.getLogQueues().getStalls() - before.getLogQueues().getStalls(),
        "gpurma.log.queue.stalls");
  }

  private static long waited(Sample sample) {
    return sample.getRankWaitNsList().stream().mapToLong(Long::longValue).sum();
  }

  private void countPath(PathCounters now, PathCounters before) {
    String path = PathName.of(now.getPath());
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

  private static PathCounters pathOf(Sample sample, PathCounters wanted) {
    return sample.getPathsList().stream()
        .filter(path -> path.getPath() == wanted.getPath())
        .findFirst()
        .orElse(PathCounters.getDefaultInstance());
  }

  /** A total that fell is one of a rank that started anew; it is never subtracted. */
  private void add(double amount, String name, String... tags) {
    registry.counter(name, tags).increment(Math.max(0, amount));
  }
}
