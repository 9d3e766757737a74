package org.gpurma.runtime.sampling;

import static org.gpurma.runtime.records.CountersDescriptor.BARRIERS_OFFSET;
import static org.gpurma.runtime.records.CountersDescriptor.LOG_ENTRIES_OFFSET;
import static org.gpurma.runtime.records.CountersDescriptor.LOG_STALLS_OFFSET;
import static org.gpurma.runtime.records.CountersDescriptor.PATHS_OFFSET;
import static org.gpurma.runtime.records.CountersDescriptor.QUEUE_FULL_STALLS_OFFSET;
import static org.gpurma.runtime.records.CountersDescriptor.UNMATCHED_HIGH_WATER_OFFSET;
import static org.gpurma.runtime.records.CountersDescriptor.WAIT_NS_OFFSET;
import static org.gpurma.runtime.records.PathCountersDescriptor.GETS_OFFSET;
import static org.gpurma.runtime.records.PathCountersDescriptor.GET_BYTES_OFFSET;
import static org.gpurma.runtime.records.PathCountersDescriptor.NOTIFICATIONS_MATCHED_OFFSET;
import static org.gpurma.runtime.records.PathCountersDescriptor.NOTIFICATIONS_SENT_OFFSET;
import static org.gpurma.runtime.records.PathCountersDescriptor.PUTS_OFFSET;
import static org.gpurma.runtime.records.PathCountersDescriptor.PUT_BYTES_OFFSET;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.gpurma.runtime.records.CountersDescriptor;
import org.gpurma.runtime.records.PathCountersDescriptor;
import org.gpurma.wire.LogQueues;
import org.gpurma.wire.Path;
import org.gpurma.wire.PathCounters;
import org.gpurma.wire.Sample;

/** Adds up what the ranks of a process count. One thread's. */
final class RankTotals {

  private static final int COUNTERS = CountersDescriptor.BYTES / Long.BYTES;
  private static final int PATHS = 3;

  private final List<MemorySegment> records;
  private final List<WaitInProgress> inProgress;
  private final WaitBuckets waits = new WaitBuckets();
  private final long[] sums = new long[COUNTERS];
  private final long[] now = new long[COUNTERS];
  private final long[] matchedBefore;
  private final long[] waitedBefore;

  /** Takes the ranks in order. */
  RankTotals(List<RankRecords> ranks) {
    records = ranks.stream().map(RankRecords::counters).toList();
    inProgress = ranks.stream().map(rank -> new WaitInProgress(rank.waiting())).toList();
    matchedBefore = new long[records.size()];
    waitedBefore = new long[records.size()];
  }

  /**
   * Reads all records. What is not of ranks stays as it is in the sample.
   *
   * @param nanos now, of the host's monotonic clock
   */
  void addTo(Sample.Builder sample, LogQueues.Builder logs, long nanos) {
    Arrays.fill(sums, 0);
    long highWater = 0;
    for (int rank = 0; rank < records.size(); rank++) {
      MemorySegment.copy(records.get(rank), ValueLayout.JAVA_LONG, 0, now, 0, COUNTERS);
      for (int i = 0; i < COUNTERS; i++) {
        sums[i] += now[i];
      }
      highWater = Math.max(highWater, of(now, UNMATCHED_HIGH_WATER_OFFSET));
      sample.addRankWaitNs(inProgress.get(rank).waited(of(now, WAIT_NS_OFFSET), nanos));
      sort(rank);
    }
    sample
        .addPaths(path(Path.DEVICE_LOCAL, PathCountersDescriptor.DEVICE))
        .addPaths(path(Path.PEER, PathCountersDescriptor.PEER))
        .addPaths(path(Path.HOST_NETWORK, PathCountersDescriptor.NETWORK))
        .setBarriers(of(sums, BARRIERS_OFFSET))
        .setQueueFullStalls(of(sums, QUEUE_FULL_STALLS_OFFSET))
        .setUnmatchedHighWater(highWater)
        .setWaits(waits.message());
    // Ranks that never wait for long publish their counters at their end: until then, what was
    // taken.
    logs.setEntries(Math.max(logs.getEntries(), of(sums, LOG_ENTRIES_OFFSET)))
        .setStalls(of(sums, LOG_STALLS_OFFSET));
  }

  private void sort(int rank) {
    long matched = 0;
    for (int path = 0; path < PATHS; path++) {
      matched +=
          of(
              now,
              PATHS_OFFSET + path * PathCountersDescriptor.BYTES + NOTIFICATIONS_MATCHED_OFFSET);
    }
    long waited = of(now, WAIT_NS_OFFSET);
    waits.add(matched - matchedBefore[rank], waited - waitedBefore[rank]);
    matchedBefore[rank] = matched;
    waitedBefore[rank] = waited;
  }

  private PathCounters path(Path path, int number) {
    int first = PATHS_OFFSET + number * PathCountersDescriptor.BYTES;
    return PathCounters.newBuilder()
        .setPath(path)
        .setPuts(of(sums, first + PUTS_OFFSET))
        .setPutBytes(of(sums, first + PUT_BYTES_OFFSET))
        .setGets(of(sums, first + GETS_OFFSET))
        .setGetBytes(of(sums, first + GET_BYTES_OFFSET))
        .setNotificationsSent(of(sums, first + NOTIFICATIONS_SENT_OFFSET))
        .setNotificationsMatched(of(sums, first + NOTIFICATIONS_MATCHED_OFFSET))
        .build();
  }

  private static long of(long[] counters, int offset) {
    return counters[offset / Long.BYTES];
  }
}
