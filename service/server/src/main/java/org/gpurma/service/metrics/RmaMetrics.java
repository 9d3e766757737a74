package org.gpurma.service.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import org.gpurma.service.counters.PathName;
import org.gpurma.service.ingest.RecordListener;
import org.gpurma.service.job.AttemptId;
import org.gpurma.wire.Path;
import org.gpurma.wire.PathCounters;
import org.gpurma.wire.Sample;
import org.gpurma.wire.SpooledRecord;

/**
 * Sums what the ranks of all jobs count. Processes report totals since their start; what a total
 * grew by is added, so the sums only ever grow. Labels name the data path and the operation, never
 * a job or rank.
 */
public final class RmaMetrics implements RecordListener {
  private static final double NANOS = 1e9;

  private final RmaCounters counters;
  private final NotificationWaitHistogram waits;
  private final Map<AttemptId, Map<Integer, Sample>> last = new HashMap<>();

  public RmaMetrics(MeterRegistry registry, NotificationWaitHistogram waits) {
    counters = new RmaCounters(registry);
    this.waits = waits;
  }

  @Override
  public synchronized void reported(AttemptId attempt, int process, SpooledRecord record) {
    switch (record.getEventCase()) {
      case GAP ->
          counters
              .droppedLines()
              .increment(
                  record.getGap().getLastSequence() - record.getGap().getFirstSequence() + 1);
      case SAMPLE -> count(record.getSample(), before(attempt, process, record.getSample()));
      case STARTED, LOG, LINES, FAILURE, FINISHED, STALL, EVENT_NOT_SET -> {}
    }
  }

  @Override
  public void logged(AttemptId attempt, int lines) {
    counters.logLines().increment(lines);
  }

  /** What the service had counted before it was started again is not counted twice. */
  @Override
  public synchronized void replayed(AttemptId attempt, int process, SpooledRecord record) {
    if (record.hasSample()) {
      before(attempt, process, record.getSample());
    }
  }

  private Sample before(AttemptId attempt, int process, Sample now) {
    Sample before = last.computeIfAbsent(attempt, _ -> new HashMap<>()).put(process, now);
    return before == null ? Sample.getDefaultInstance() : before;
  }

  /** Forgets the last totals of an attempt; what they added stays. */
  public synchronized void ended(AttemptId attempt) {
    last.remove(attempt);
  }

  private void count(Sample now, Sample before) {
    for (Path path : PathName.PATHS) {
      countPath(path, of(now, path), of(before, path));
    }
    waits.add(now.getWaits(), before.getWaits());
    RmaCounters.add(counters.barriers(), now.getBarriers(), before.getBarriers());
    RmaCounters.add(counters.waited(), waitedNanos(now) / NANOS, waitedNanos(before) / NANOS);
    RmaCounters.add(
        counters.queueFullStalls(), now.getQueueFullStalls(), before.getQueueFullStalls());
    RmaCounters.add(
        counters.logEntries(), now.getLogQueues().getEntries(), before.getLogQueues().getEntries());
    RmaCounters.add(
        counters.logStalls(), now.getLogQueues().getStalls(), before.getLogQueues().getStalls());
    RmaCounters.add(
        counters.logFull(),
        now.getLogQueues().getFullNs() / NANOS,
        before.getLogQueues().getFullNs() / NANOS);
  }

  /** Of all ranks of a process. */
  static long waitedNanos(Sample sample) {
    long sum = 0;
    for (int i = 0; i < sample.getRankWaitNsCount(); i++) {
      sum += sample.getRankWaitNs(i);
    }
    return sum;
  }

  private void countPath(Path path, PathCounters now, PathCounters before) {
    RmaCounters.OfPath of = counters.of(path);
    RmaCounters.add(of.puts(), now.getPuts(), before.getPuts());
    RmaCounters.add(of.gets(), now.getGets(), before.getGets());
    RmaCounters.add(of.putBytes(), now.getPutBytes(), before.getPutBytes());
    RmaCounters.add(of.getBytes(), now.getGetBytes(), before.getGetBytes());
    RmaCounters.add(of.sent(), now.getNotificationsSent(), before.getNotificationsSent());
    RmaCounters.add(of.matched(), now.getNotificationsMatched(), before.getNotificationsMatched());
  }

  private static PathCounters of(Sample sample, Path wanted) {
    return sample.getPathsList().stream()
        .filter(path -> path.getPath() == wanted)
        .findFirst()
        .orElse(PathCounters.getDefaultInstance());
  }
}
