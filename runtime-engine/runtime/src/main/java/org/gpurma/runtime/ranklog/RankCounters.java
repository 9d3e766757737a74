package org.gpurma.runtime.ranklog;

import static org.gpurma.runtime.records.CountersDescriptor.*;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.gpurma.runtime.records.CountersDescriptor;
import org.gpurma.runtime.report.Spool;
import org.gpurma.wire.Counters;
import org.gpurma.wire.Path;
import org.gpurma.wire.PathCounters;
import org.gpurma.wire.SpooledRecord;

/** Samples one rank's counters; a sample that says nothing new is not reported. */
final class RankCounters {

  private static final int COUNTERS = CountersDescriptor.BYTES / Long.BYTES;

  private final int rank;
  private final MemorySegment record;
  private final Spool spool;
  private final long[] last = new long[COUNTERS];
  private final long[] now = new long[COUNTERS];

  /** Takes the rank in WORLD and its counters record. */
  RankCounters(int rank, MemorySegment record, Spool spool) {
    this.rank = rank;
    this.record = record;
    this.spool = spool;
  }

  void sample() {
    MemorySegment.copy(record, ValueLayout.JAVA_LONG, 0, now, 0, COUNTERS);
    if (Arrays.equals(now, last)) {
      return;
    }
    System.arraycopy(now, 0, last, 0, COUNTERS);
    spool.append(SpooledRecord.newBuilder().setCounters(counters()));
  }

  private Counters counters() {
    return Counters.newBuilder()
        .setRank(rank)
        .addPaths(path(Path.DEVICE_LOCAL, LOCAL_PUTS_OFFSET))
        .addPaths(path(Path.HOST_NETWORK, REMOTE_PUTS_OFFSET))
        .setBarriers(at(BARRIERS_OFFSET))
        .setWaitNs(at(WAIT_NS_OFFSET))
        .setQueueFullStalls(at(QUEUE_FULL_STALLS_OFFSET))
        .setLogEntries(at(LOG_ENTRIES_OFFSET))
        .setLogStalls(at(LOG_STALLS_OFFSET))
        .setUnmatchedHighWater(at(UNMATCHED_HIGH_WATER_OFFSET))
        .build();
  }

  /** The four totals of both paths lie in the same order. */
  private PathCounters path(Path path, int first) {
    return PathCounters.newBuilder()
        .setPath(path)
        .setPuts(at(first))
        .setPutBytes(at(first + Long.BYTES))
        .setNotificationsSent(at(first + 2 * Long.BYTES))
        .setNotificationsMatched(at(first + 3 * Long.BYTES))
        .build();
  }

  private long at(int offset) {
    return now[offset / Long.BYTES];
  }
}
