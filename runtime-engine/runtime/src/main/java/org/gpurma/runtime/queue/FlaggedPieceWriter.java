package org.gpurma.runtime.queue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.gpurma.runtime.records.EntryDescriptor;

/**
 * Writes single pieces for a rank: the host's lane. Never waits: {@link #hasRoom} says how many
 * pieces can be written.
 */
public final class FlaggedPieceWriter {

  private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong WIDE = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int PAYLOAD = EntryDescriptor.PIECE_PAYLOAD_BYTES;

  private final MemorySegment area;
  private final long ring;
  private final long consumed;
  private final int slots;
  private long written;
  private long takenAsLastSeen;

  /**
   * @param ring offset of slot 0 in the area
   * @param consumed offset of the count of pieces that the rank took
   */
  public FlaggedPieceWriter(MemorySegment area, long ring, long consumed, int slots) {
    this.area = area;
    this.ring = ring;
    this.consumed = consumed;
    this.slots = slots;
  }

  /** The rank's own count is read only when the ring looks full. */
  public boolean hasRoom(int pieces) {
    return written + pieces - takenAsLastSeen <= slots || written + pieces - taken() <= slots;
  }

  /** Pieces written since the start. */
  public long written() {
    return written;
  }

  /** Of them, those that the rank took. */
  public long taken() {
    int open = (int) written - SharedInts.getAcquire(area, consumed);
    takenAsLastSeen = written - Integer.toUnsignedLong(open);
    return takenAsLastSeen;
  }

  /** Writes the next piece. */
  public void write(int word0, int word1, int word2) {
    write(SharedInts.wide(word0, word1), word2);
  }

  /** Writes bytes as pieces, the last one filled up with zeros. */
  public void write(MemorySegment from, long offset, int bytes) {
    long at = offset;
    long lastWhole = offset + bytes - PAYLOAD;
    for (; at <= lastWhole; at += PAYLOAD) {
      write(from.get(WIDE, at), from.get(WORD, at + Long.BYTES));
    }
    int rest = (int) (offset + bytes - at);
    if (rest > 0) {
      write(
          part(from, at, Math.min(rest, Long.BYTES)),
          (int) part(from, at + Long.BYTES, rest - Long.BYTES));
    }
  }

  /** Of a piece that was written and not taken: its three words, read back. */
  public int word(long piece, int index) {
    return area.get(WORD, at(piece) + (long) index * Integer.BYTES);
  }

  /** Reads payload back from pieces that were written and not taken. */
  public void read(long piece, MemorySegment to, long offset, int bytes) {
    for (int done = 0; done < bytes; done += PAYLOAD) {
      MemorySegment.copy(
          area, at(piece + done / PAYLOAD), to, offset + done, Math.min(PAYLOAD, bytes - done));
    }
  }

  private void write(long words01, int word2) {
    long at = at(written);
    written++;
    area.set(ValueLayout.JAVA_LONG, at, words01);
    // The sequence number in the same store as the last word, behind the other two.
    SharedInts.setWideRelease(area, at + Long.BYTES, word2, (int) written);
  }

  private long at(long piece) {
    return ring + (piece & slots - 1) * EntryDescriptor.PIECE_BYTES;
  }

  private static long part(MemorySegment from, long at, int bytes) {
    long value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      value = value << Byte.SIZE | Byte.toUnsignedLong(from.get(ValueLayout.JAVA_BYTE, at + i));
    }
    return value;
  }
}
