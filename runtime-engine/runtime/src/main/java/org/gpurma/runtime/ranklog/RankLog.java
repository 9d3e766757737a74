package org.gpurma.runtime.ranklog;

import org.gpurma.runtime.records.LogEntryDescriptor;
import org.gpurma.runtime.report.SpoolWriter;

/** Takes one rank's log queue to the spool. */
final class RankLog {

  private final LogQueue queue;
  private final SpoolWriter spool;
  private final LineBlock block;
  private final LogDecoder decoder;
  private int highWater;
  private boolean full;

  /** Takes the rank in WORLD. */
  RankLog(int rank, LogQueue queue, SpoolWriter spool) {
    this.queue = queue;
    this.spool = spool;
    block = new LineBlock(rank);
    decoder = new LogDecoder(block);
  }

  /** Takes up to so many entries; returns whether there were any. */
  boolean poll(int most) {
    full = false;
    if (queue.hasEntry()) {
      highWater = queue.highWater();
      full = queue.isFull();
    }
    int taken = 0;
    while (taken < most && queue.hasEntry()) {
      decode();
      queue.advance();
      taken++;
      if (block.isFull()) {
        block.moveTo(spool);
      }
    }
    if (taken > 0) {
      queue.take();
    }
    return taken > 0;
  }

  /** Most entries that the queue held at once. */
  int highWater() {
    return highWater;
  }

  /** Whether the last poll found no slot free. */
  boolean wasFull() {
    return full;
  }

  /** Moves the finished lines to the spool. */
  void flush() {
    block.moveTo(spool);
  }

  /** The rank says no more; what it said of an unfinished line is a line. */
  void close() {
    if (!block.isLineEmpty()) {
      decoder.endLine();
    }
    flush();
  }

  private void decode() {
    int head = queue.head();
    int bytes = Math.min(head & LogEntryDescriptor.BYTES_MASK, LogEntryDescriptor.DATA_BYTES);
    block.reach(queue.time());
    queue.copyItems(decoder.items(), decoder.place(), bytes);
    decoder.decode(bytes);
    if ((head >>> LogEntryDescriptor.FLAGS_SHIFT & LogEntryDescriptor.ENDS_LINE) != 0) {
      decoder.endLine();
    }
  }
}
