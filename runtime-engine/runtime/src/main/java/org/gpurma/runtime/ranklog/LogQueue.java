package org.gpurma.runtime.ranklog;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.EntryDescriptor;
import org.gpurma.runtime.records.LogEntryDescriptor;

/**
 * Reads a rank's log entries, many in a row: half a piece at a time, which brings its sequence
 * number with it, and one promise to the rank for all that was taken.
 */
final class LogQueue {

  private static final VarHandle HALF = ValueLayout.JAVA_LONG.varHandle();
  private static final VarHandle BYTES_OF_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle BYTES_OF_INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int FIRST_DATA_PIECE =
      LogEntryDescriptor.FIRST_DATA_WORD / EntryDescriptor.PIECE_WORDS;

  private final MemorySegment area;
  private final long ring;
  private final long consumed;
  private final long dropped;
  private final int mask;

  /** Entries that were read; the rank knows only of those that were taken. */
  private int read;

  private int highWater;

  /**
   * @param ring offset of slot 0 in the area
   * @param consumed offset of the count that lets the rank reuse slots
   * @param dropped offset of the count of lines that the rank dropped
   */
  LogQueue(MemorySegment area, long ring, long consumed, long dropped, int slots) {
    this.area = area;
    this.ring = ring;
    this.consumed = consumed;
    this.dropped = dropped;
    this.mask = slots - 1;
  }

  /** Most entries that were there at once. To be called when all that was read is taken. */
  int highWater() {
    while (highWater <= mask && isWritten(highWater)) {
      highWater++;
    }
    return highWater;
  }

  /** As {@link #highWater}, and after it. */
  boolean isFull() {
    return highWater > mask && isWritten(mask);
  }

  /** Whether an entry behind the next one is there, by its last piece. */
  private boolean isWritten(int behind) {
    int index = read + behind;
    long entry = ring + (long) (index & mask) * EntryDescriptor.BYTES;
    long second = (long) HALF.getAcquire(area, secondHalf(entry, EntryDescriptor.PIECES - 1));
    return (int) (second >>> Integer.SIZE) == index + 1;
  }

  /** Whether all pieces of the next entry carry its number. */
  boolean hasEntry() {
    long at = at();
    int sequence = read + 1;
    for (int piece = 0; piece < EntryDescriptor.PIECES; piece++) {
      long second = (long) HALF.getAcquire(area, secondHalf(at, piece));
      if ((int) (second >>> Integer.SIZE) != sequence) {
        return false;
      }
    }
    return true;
  }

  /** Bytes and flags of the next entry. */
  int head() {
    return (int) (long) HALF.get(area, at());
  }

  /** Device time of the next entry, in nanoseconds. */
  long time() {
    long first = (long) HALF.get(area, at());
    long second = (long) HALF.get(area, secondHalf(at(), 0));
    return first >>> Integer.SIZE | second << Integer.SIZE;
  }

  /** Lines that the rank dropped before the next entry, which is a gap; modulo 2^32. */
  int droppedBefore() {
    return (int) (long) HALF.get(area, at() + EntryDescriptor.PIECE_BYTES);
  }

  /** Lines that the rank dropped up to now; modulo 2^32. */
  int dropped() {
    return SharedInts.getAcquire(area, dropped);
  }

  /** Copies the items of the next entry, and what lies behind them up to the end of a piece. */
  void copyItems(byte[] to, int offset, int bytes) {
    long at = at();
    int place = offset;
    for (int piece = FIRST_DATA_PIECE; place < offset + bytes; piece++) {
      BYTES_OF_LONG.set(
          to, place, (long) HALF.get(area, at + (long) piece * EntryDescriptor.PIECE_BYTES));
      BYTES_OF_INT.set(to, place + Long.BYTES, (int) (long) HALF.get(area, secondHalf(at, piece)));
      place += EntryDescriptor.PIECE_PAYLOAD_BYTES;
    }
  }

  /** Goes to the entry after the next one. */
  void advance() {
    read++;
  }

  /** The slots of all entries that were passed may be written again. */
  void take() {
    SharedInts.setRelease(area, consumed, read);
  }

  private long at() {
    return ring + (long) (read & mask) * EntryDescriptor.BYTES;
  }

  private static long secondHalf(long entry, int piece) {
    return entry + (long) piece * EntryDescriptor.PIECE_BYTES + Long.BYTES;
  }
}
