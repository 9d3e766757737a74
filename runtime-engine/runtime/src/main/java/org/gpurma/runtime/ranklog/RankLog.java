package org.gpurma.runtime.ranklog;

import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.records.LogEntryDescriptor;
import org.gpurma.runtime.report.Spool;
import org.gpurma.wire.LogLine;
import org.gpurma.wire.SpooledRecord;

/** Takes one rank's log queue to the spool. */
final class RankLog {

  private final int rank;
  private final FlaggedQueueReader queue;
  private final Spool spool;
  private final LogDecoder decoder = new LogDecoder(this::write);
  private long deviceTime;
  private long lines;

  /** Takes the rank in WORLD. */
  RankLog(int rank, FlaggedQueueReader queue, Spool spool) {
    this.rank = rank;
    this.queue = queue;
    this.spool = spool;
  }

  /** Takes up to so many entries; returns whether there were any. */
  boolean poll(int most) {
    int taken = 0;
    while (taken < most && queue.hasEntry()) {
      decode();
      queue.take(1);
      taken++;
    }
    return taken > 0;
  }

  /** The rank says no more; what it said of an unfinished line is a line. */
  void close() {
    if (!decoder.isEmpty()) {
      decoder.endLine();
    }
  }

  private void decode() {
    int head = queue.word(LogEntryDescriptor.HEAD_WORD);
    deviceTime = queue.wide(LogEntryDescriptor.TIME_WORD);
    int bytes = Math.min(head & LogEntryDescriptor.BYTES_MASK, LogEntryDescriptor.DATA_BYTES);
    for (int i = 0; i < bytes; i++) {
      int word = queue.word(LogEntryDescriptor.FIRST_DATA_WORD + i / Integer.BYTES);
      decoder.decode((byte) (word >>> (i % Integer.BYTES * Byte.SIZE)));
    }
    if ((head >>> LogEntryDescriptor.FLAGS_SHIFT & LogEntryDescriptor.ENDS_LINE) != 0) {
      decoder.endLine();
    }
  }

  private void write(String text) {
    LogLine line =
        LogLine.newBuilder()
            .setRank(rank)
            .setSequence(lines++)
            .setDeviceTimeNs(deviceTime)
            .setText(text)
            .build();
    spool.append(SpooledRecord.newBuilder().setLog(line));
  }
}
