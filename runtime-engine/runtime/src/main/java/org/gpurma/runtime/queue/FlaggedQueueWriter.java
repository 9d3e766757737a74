package org.gpurma.runtime.queue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.gpurma.runtime.records.EntryDescriptor;

/**
 * Writes entries for a rank: acknowledgements. Never waits: {@link #hasRoom} says whether an entry
 * can be written.
 */
public final class FlaggedQueueWriter {

  private final MemorySegment area;
  private final long ring;
  private final long consumed;
  private final int slots;
  private int written;
  private int consumedAsLastSeen;

  /**
   * @param ring offset of slot 0 in the area
   * @param consumed offset of the count of entries that the rank took
   */
  public FlaggedQueueWriter(MemorySegment area, long ring, long consumed, int slots) {
    this.area = area;
    this.ring = ring;
    this.consumed = consumed;
    this.slots = slots;
  }

  /** The rank's own count is read only when the ring looks full. */
  public boolean hasRoom() {
    return hasRoom(1);
  }

  public boolean hasRoom(int entries) {
    if (written + entries - consumedAsLastSeen <= slots) {
      return true;
    }
    consumedAsLastSeen = SharedInts.getAcquire(area, consumed);
    return written + entries - consumedAsLastSeen <= slots;
  }

  /** Writes one piece of the next entry; its words first, then its number (release). */
  public void writePiece(int piece, int word0, int word1, int word2) {
    long slot = (long) (written & (slots - 1)) * EntryDescriptor.PIECES + piece;
    long at = ring + slot * EntryDescriptor.PIECE_BYTES;
    area.set(ValueLayout.JAVA_INT, at, word0);
    area.set(ValueLayout.JAVA_INT, at + 4, word1);
    area.set(ValueLayout.JAVA_INT, at + 8, word2);
    SharedInts.setRelease(area, at + EntryDescriptor.SEQUENCE_OFFSET, written + 1);
  }

  /** All pieces of the entry are written. */
  public void advance() {
    written++;
  }
}
