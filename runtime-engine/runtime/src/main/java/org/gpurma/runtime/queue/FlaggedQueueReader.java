package org.gpurma.runtime.queue;

import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.records.EntryDescriptor;

/**
 * Reads entries that a rank wrote: commands, log entries. An entry counts once all its pieces carry
 * its number. What is read stays in place until it is taken.
 */
public final class FlaggedQueueReader {

  private final long ring;
  private final long consumed;
  private final int mask;
  private int taken;

  /**
   * @param area in native memory that lives as long as the process
   * @param ring offset of slot 0 in the area
   * @param consumed offset of the count that lets the writer reuse slots
   */
  public FlaggedQueueReader(MemorySegment area, long ring, long consumed, int slots) {
    this.ring = area.asSlice(ring, (long) slots * EntryDescriptor.BYTES).address();
    this.consumed = area.asSlice(consumed, Integer.BYTES).address();
    this.mask = slots - 1;
  }

  /** Whether the next entry is complete. */
  public boolean hasEntry() {
    return isComplete(0);
  }

  /** Whether so many entries behind the next one are complete, too. */
  public boolean hasEntriesBehind(int count) {
    // From the end: pieces arrive mostly in order, so what lacks is found at once.
    for (int entry = count; entry > 0; entry--) {
      if (!isComplete(entry)) {
        return false;
      }
    }
    return true;
  }

  /** A word of the next entry. */
  public int word(int index) {
    return Memory.getInt(
        piece(index / EntryDescriptor.PIECE_WORDS)
            + (long) (index % EntryDescriptor.PIECE_WORDS) * Integer.BYTES);
  }

  /** Words {@code index} (low) and {@code index + 1} (high) of the next entry. */
  public long wide(int index) {
    return Memory.wide(word(index), word(index + 1));
  }

  /**
   * Copies words of the next entries, which follow each other from entry to entry.
   *
   * @param first index of the first word
   * @param words how many; there must be room for two more
   */
  public void copyWords(int first, int words, MemorySegment to, long offset) {
    long place = to.asSlice(offset, (long) (words + 2) * Integer.BYTES).address();
    long end = place + (long) words * Integer.BYTES;
    int word = first;
    for (; word % EntryDescriptor.PIECE_WORDS != 0 && place < end; word++) {
      Memory.setInt(place, word(word));
      place += Integer.BYTES;
    }
    // An entry is as many pieces as there are, so pieces can be counted through.
    for (int piece = word / EntryDescriptor.PIECE_WORDS; place < end; piece++) {
      long from = piece(piece);
      Memory.setLong(place, Memory.getLong(from));
      Memory.setInt(place + Long.BYTES, Memory.getInt(from + Long.BYTES));
      place += EntryDescriptor.PIECE_PAYLOAD_BYTES;
    }
  }

  /** The next entries are done with; their slots may be written again. */
  public void take(int entries) {
    taken += entries;
    Memory.setIntRelease(consumed, taken);
  }

  /** Entries taken since the start, modulo 2^32. */
  public int taken() {
    return taken;
  }

  /** Where the next entry's first sequence number appears. */
  long nextSequenceAddress() {
    return at(0) + EntryDescriptor.SEQUENCE_OFFSET;
  }

  int nextSequence() {
    return taken + 1;
  }

  private boolean isComplete(int entry) {
    long at = at(entry) + EntryDescriptor.SEQUENCE_OFFSET;
    int sequence = taken + entry + 1;
    for (int piece = 0; piece < EntryDescriptor.PIECES; piece++) {
      if (Memory.getIntAcquire(at + (long) piece * EntryDescriptor.PIECE_BYTES) != sequence) {
        return false;
      }
    }
    return true;
  }

  /** Where a piece lies, counted from the first one of the next entry. */
  private long piece(int index) {
    return at(index / EntryDescriptor.PIECES)
        + (long) (index % EntryDescriptor.PIECES) * EntryDescriptor.PIECE_BYTES;
  }

  private long at(int entry) {
    return ring + (long) (taken + entry & mask) * EntryDescriptor.BYTES;
  }
}
