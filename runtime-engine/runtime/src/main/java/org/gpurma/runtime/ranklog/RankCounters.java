package org.gpurma.runtime.ranklog;

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
import org.gpurma.runtime.records.CountersDescriptor;
import org.gpurma.runtime.records.PathCountersDescriptor;
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
        .addPaths(path(Path.DEVICE_LOCAL, PathCountersDescriptor.DEVICE))
        .addPaths(path(Path.PEER, PathCountersDescriptor.PEER))
        .addPaths(path(Path.HOST_NETWORK, PathCountersDescriptor.NETWORK))
        .setBarriers(at(BARRIERS_OFFSET))
        .setWaitNs(at(WAIT_NS_OFFSET))
        .setQueueFullStalls(at(QUEUE_FULL_STALLS_OFFSET))
        .setLogEntries(at(LOG_ENTRIES_OFFSET))
        .setLogStalls(at(LOG_STALLS_OFFSET))
        .setUnmatchedHighWater(at(UNMATCHED_HIGH_WATER_OFFSET))
        .build();
  }

  private PathCounters path(Path path, int number) {
    int first = PATHS_OFFSET + number * PathCountersDescriptor.BYTES;
    return PathCounters.newBuilder()
        .setPath(path)
        .setPuts(at(first + PUTS_OFFSET))
        .setPutBytes(at(first + PUT_BYTES_OFFSET))
        .setGets(at(first + GETS_OFFSET))
        .setGetBytes(at(first + GET_BYTES_OFFSET))
        .setNotificationsSent(at(first + NOTIFICATIONS_SENT_OFFSET))
        .setNotificationsMatched(at(first + NOTIFICATIONS_MATCHED_OFFSET))
        .build();
  }

  private long at(int offset) {
    return now[offset / Long.BYTES];
  }
}
