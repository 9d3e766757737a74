package org.gpurma.runtime.ranklog;

import org.gpurma.runtime.records.LogEntryDescriptor;
import org.gpurma.runtime.report.SpoolWriter;

/** Takes one rank's log queue to the spool. */
final class RankLog {

  private final LogQueue queue;
  private final SpoolWriter spool;
  private final LineBlock block;
  private final LogDecoder decoder;

  /** Lines that the rank dropped, as far as the spool says it; modulo 2^32. */
  private int dropped;

  private int highWater;
  private boolean full;

  /** Takes the rank in WORLD. */
  RankLog(int rank, LogQueue queue, SpoolWriter spool) {
    this.queue = queue;
    this.spool = spool;
    block = new LineBlock(rank);
    decoder = new LogDecoder(block);
  }

  /** Takes up to so many entries; returns how many there were. */
  int poll(int most) {
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
    return taken;
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
    skipTo(queue.dropped());
    if (!block.isLineEmpty()) {
      decoder.endLine();
    }
    flush();
  }

  /** The rank dropped so many lines since the start; the one in the works is among them. */
  private void skipTo(int newDropped) {
    if (newDropped != dropped) {
      decoder.dropLine();
      block.moveTo(spool);
      block.skip(Integer.toUnsignedLong(newDropped - dropped), spool);
      dropped = newDropped;
    }
  }

  private void decode() {
    int head = queue.head();
    int flags = head >>> LogEntryDescriptor.FLAGS_SHIFT;
    if ((flags & LogEntryDescriptor.GAP) == 0) {
      decode(head, flags);
    } else {
      skipTo(queue.droppedBefore());
    }
  }

  private void decode(int head, int flags) {
    int bytes = Math.min(head & LogEntryDescriptor.BYTES_MASK, LogEntryDescriptor.DATA_BYTES);
    int level = flags >>> LogEntryDescriptor.LEVEL_SHIFT & LogEntryDescriptor.LEVEL_MASK;
    if (level != block.level()) {
      block.moveTo(spool);
      block.setLevel(level);
    }
    block.reach(queue.time());
    queue.copyItems(decoder.items(), decoder.place(), bytes);
    decoder.decode(bytes);
    if ((flags & LogEntryDescriptor.ENDS_LINE) != 0) {
      decoder.endLine();
    }
  }
}
