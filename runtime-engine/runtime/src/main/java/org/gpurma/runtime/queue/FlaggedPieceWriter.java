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

  /** Writes the next piece. */
  public void write(int word0, int word1, int word2) {
    write(Memory.wide(word0, word1), word2);
  }

  /** Writes bytes as pieces, the last one filled up with zeros. */
  public void write(MemorySegment from, long offset, int bytes) {
    long source = from.asSlice(offset, bytes).address();
    int whole = bytes / PAYLOAD;
    int first = Math.min(whole, slots - (int) (written & slots - 1));
    writeRun(source, first);
    writeRun(source + (long) first * PAYLOAD, whole - first);
    int rest = bytes - whole * PAYLOAD;
    if (rest > 0) {
      long at = source + (long) whole * PAYLOAD;
      write(part(at, Math.min(rest, Long.BYTES)), (int) part(at + Long.BYTES, rest - Long.BYTES));
    }
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

  /** Writes whole pieces that lie side by side in the ring. */
  private void writeRun(long from, int pieces) {
    long at = at(written);
    int sequence = (int) written;
    for (int i = 0; i < pieces; i++) {
      sequence++;
      long source = from + (long) i * PAYLOAD;
      long place = at + (long) i * EntryDescriptor.PIECE_BYTES;
      Memory.setLong(place, Memory.getLong(source));
      Memory.setLongRelease(
          place + TAIL, Memory.wide(Memory.getInt(source + Long.BYTES), sequence));
    }
    written += pieces;
  }

  private void write(long words01, int word2) {
    long at = at(written);
    written++;
    Memory.setLong(at, words01);
    // Behind the other two words, for whoever sees the sequence number.
    Memory.setLongRelease(at + TAIL, Memory.wide(word2, (int) written));
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
