package org.gpurma.runtime.queue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.gpurma.runtime.records.EntryDescriptor;

/**
 * Takes entries that a rank wrote: commands, log entries. An entry counts once all its pieces carry
 * its number.
 */
public final class FlaggedQueueReader {

  private final MemorySegment area;
  private final long ring;
  private final long consumed;
  private final int mask;
  private final int[] words = new int[EntryDescriptor.WORDS];
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

  /** Takes the next entry, if it is complete; its words stay readable until the next call. */
  public boolean poll() {
    long slot = ring + (long) (taken & mask) * EntryDescriptor.BYTES;
    int sequence = taken + 1;
    for (int piece = 0; piece < EntryDescriptor.PIECES; piece++) {
      if (!copyPiece(slot, piece, sequence)) {
        return false;
      }
    }
    taken = sequence;
    SharedInts.setRelease(area, consumed, taken);
    return true;
  }

  public int word(int index) {
    return words[index];
  }

  /** Words {@code index} (low) and {@code index + 1} (high). */
  public long wide(int index) {
    return Integer.toUnsignedLong(words[index]) | ((long) words[index + 1] << Integer.SIZE);
  }

  private boolean copyPiece(long slot, int piece, int sequence) {
    long at = slot + (long) piece * EntryDescriptor.PIECE_BYTES;
    if (SharedInts.getAcquire(area, at + EntryDescriptor.SEQUENCE_OFFSET) != sequence) {
      return false;
    }
    for (int i = 0; i < EntryDescriptor.PIECE_WORDS; i++) {
      words[piece * EntryDescriptor.PIECE_WORDS + i] =
          area.get(ValueLayout.JAVA_INT, at + (long) i * Integer.BYTES);
    }
    return true;
  }
}
