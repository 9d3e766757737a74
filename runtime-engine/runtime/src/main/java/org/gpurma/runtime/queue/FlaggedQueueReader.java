package org.gpurma.runtime.queue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.gpurma.runtime.records.EntryDescriptor;

/**
 * Reads entries that a rank wrote: commands, log entries. An entry counts once all its pieces carry
 * its number. What is read stays in place until it is taken.
 */
public final class FlaggedQueueReader {

  private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT;

  private final MemorySegment area;
  private final long ring;
  private final long consumed;
  private final int mask;
  private int taken;

  /**
   * @param ring offset of slot 0 in the area
   * @param consumed offset of the count that lets the writer reuse slots
   */
  public FlaggedQueueReader(MemorySegment area, long ring, long consumed, int slots) {
    this.area = area;
    this.ring = ring;
    this.consumed = consumed;
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
    return area.get(WORD, at(0) + wordOffset(index));
  }

  /** Words {@code index} (low) and {@code index + 1} (high) of the next entry. */
  public long wide(int index) {
    return SharedInts.wide(word(index), word(index + 1));
  }

  /** Words of one entry, the next one or one behind it, to memory. */
  public void copyWords(int entry, int first, int end, MemorySegment to, long offset) {
    long from = at(entry);
    long place = offset;
    for (int index = first; index < end; index++) {
      to.set(WORD, place, area.get(WORD, from + wordOffset(index)));
      place += Integer.BYTES;
    }
  }

  /** The next entries are done with; their slots may be written again. */
  public void take(int entries) {
    taken += entries;
    SharedInts.setRelease(area, consumed, taken);
  }

  /** Entries taken since the start, modulo 2^32. */
  public int taken() {
    return taken;
  }

  /** Where the next entry's first sequence number appears, as an offset in the area. */
  public long nextSequenceOffset() {
    return at(0) + EntryDescriptor.SEQUENCE_OFFSET;
  }

  public int nextSequence() {
    return taken + 1;
  }

  private boolean isComplete(int entry) {
    long at = at(entry) + EntryDescriptor.SEQUENCE_OFFSET;
    int sequence = taken + entry + 1;
    for (int piece = 0; piece < EntryDescriptor.PIECES; piece++) {
      if (SharedInts.getAcquire(area, at) != sequence) {
        return false;
      }
      at += EntryDescriptor.PIECE_BYTES;
    }
    return true;
  }

  private long at(int entry) {
    return ring + (long) (taken + entry & mask) * EntryDescriptor.BYTES;
  }

  private static long wordOffset(int index) {
    int piece = index / EntryDescriptor.PIECE_WORDS;
    int word = index % EntryDescriptor.PIECE_WORDS;
    return (long) piece * EntryDescriptor.PIECE_BYTES + (long) word * Integer.BYTES;
  }
}
