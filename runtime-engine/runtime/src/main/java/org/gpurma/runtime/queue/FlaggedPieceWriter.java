package org.gpurma.runtime.queue;

import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.records.EntryDescriptor;

/**
 * Writes single pieces for a rank: the host's lane. Never waits: {@link #hasRoom} says how many
 * pieces can be written.
 */
public final class FlaggedPieceWriter {

  private static final int PAYLOAD = EntryDescriptor.PIECE_PAYLOAD_BYTES;

  /** Of the last word and the sequence number, which are written as one. */
  private static final int TAIL = Long.BYTES;

  private final long ring;
  private final long consumed;
  private final int slots;
  private long written;
  private long takenAsLastSeen;

  /**
   * @param area in native memory that lives as long as the process
   * @param ring offset of slot 0 in the area
   * @param consumed offset of the count of pieces that the rank took
   */
  public FlaggedPieceWriter(MemorySegment area, long ring, long consumed, int slots) {
    this.ring = area.asSlice(ring, (long) slots * EntryDescriptor.PIECE_BYTES).address();
    this.consumed = area.asSlice(consumed, Integer.BYTES).address();
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
    int open = (int) written - Memory.getIntAcquire(consumed);
    takenAsLastSeen = written - Integer.toUnsignedLong(open);
    return takenAsLastSeen;
  }

  /**
   * Puts a piece into its slot. The rank takes pieces in order: it finds those behind the next one
   * as soon as it looks, where they are put there first.
   *
   * @param ahead pieces between it and the next one
   */
  public void put(int ahead, int word0, int word1, int word2) {
    put(written + ahead, Memory.wide(word0, word1), word2);
  }

  /** Puts bytes as pieces into their slots, the last one filled up with zeros. */
  public void put(int ahead, MemorySegment from, long offset, int bytes) {
    long source = from.asSlice(offset, bytes).address();
    long piece = written + ahead;
    int whole = bytes / PAYLOAD;
    int first = Math.min(whole, slots - (int) (piece & slots - 1));
    putRun(piece, source, first);
    putRun(piece + first, source + (long) first * PAYLOAD, whole - first);
    int rest = bytes - whole * PAYLOAD;
    if (rest > 0) {
      long at = source + (long) whole * PAYLOAD;
      put(
          piece + whole,
          part(at, Math.min(rest, Long.BYTES)),
          (int) part(at + Long.BYTES, rest - Long.BYTES));
    }
  }

  /** So many pieces have been put, one after the other. */
  public void advance(int pieces) {
    written += pieces;
  }

  /** Of a piece that was written and not taken: its words, read back. */
  public int word(long piece, int index) {
    return Memory.getInt(at(piece) + (long) index * Integer.BYTES);
  }

  /** Reads payload back from pieces that were written and not taken. */
  public void read(long piece, MemorySegment to, long offset, int bytes) {
    long place = to.asSlice(offset, bytes).address();
    for (int done = 0; done < bytes; done += PAYLOAD) {
      Memory.copy(at(piece + done / PAYLOAD), place + done, Math.min(PAYLOAD, bytes - done));
    }
  }

  /** Whole pieces that lie side by side in the ring. */
  private void putRun(long piece, long from, int pieces) {
    long at = at(piece);
    int sequence = (int) piece;
    for (int i = 0; i < pieces; i++) {
      sequence++;
      long source = from + (long) i * PAYLOAD;
      long place = at + (long) i * EntryDescriptor.PIECE_BYTES;
      Memory.setLong(place, Memory.getLong(source));
      Memory.setLongRelease(
          place + TAIL, Memory.wide(Memory.getInt(source + Long.BYTES), sequence));
    }
  }

  private void put(long piece, long words01, int word2) {
    long at = at(piece);
    Memory.setLong(at, words01);
    // Behind the other two words, for whoever sees the sequence number.
    Memory.setLongRelease(at + TAIL, Memory.wide(word2, (int) piece + 1));
  }

  private long at(long piece) {
    return ring + (piece & slots - 1) * EntryDescriptor.PIECE_BYTES;
  }

  private static long part(long at, int bytes) {
    long value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      value = value << Byte.SIZE | Byte.toUnsignedLong(Memory.getByte(at + i));
    }
    return value;
  }
}
