package org.gpurma.runtime.blockmanager;

import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.queue.SharedInts;

/**
 * Finds ranks that have sent a command. A look at a rank that has not costs one cache line: the one
 * that its next command will be written to.
 */
final class CommandPoller {

  static final int NONE = -1;

  private final MemorySegment areas;
  private final int stride;

  /** Where the next sequence number of each rank appears, and which it will be. */
  private final long[] places;

  private final int[] sequences;

  CommandPoller(MemorySegment areas, int stride, int ranks) {
    this.areas = areas;
    this.stride = stride;
    places = new long[ranks];
    sequences = new int[ranks];
  }

  /** From now on waits for the next command of a rank. */
  void await(int rank, FlaggedQueueReader commands) {
    places[rank] = (long) rank * stride + commands.nextSequenceOffset();
    sequences[rank] = commands.nextSequence();
  }

  /** The first rank, from this one on, that has sent something; or {@link #NONE}. */
  int next(int from) {
    for (int i = from; i < places.length; i++) {
      if (SharedInts.getAcquire(areas, places[i]) == sequences[i]) {
        return i;
      }
    }
    return NONE;
  }
}
