package org.gpurma.runtime.queue;

/**
 * Finds queues that something was written to. A look at a queue costs one cache line: the one that
 * its next entry will be written to.
 */
public final class EntryPoller {

  public static final int NONE = -1;

  /** Where the next sequence number of each queue appears, and which it will be. */
  private final long[] places;

  private final int[] sequences;

  /** Takes the number of queues. */
  public EntryPoller(int queues) {
    places = new long[queues];
    sequences = new int[queues];
  }

  /** From now on waits for the next entry of a queue. */
  public void await(int index, FlaggedQueueReader queue) {
    places[index] = queue.nextSequenceAddress();
    sequences[index] = queue.nextSequence();
  }

  /** Whether a queue has something. */
  public boolean has(int index) {
    return Memory.getIntAcquire(places[index]) == sequences[index];
  }

  /** The first queue of a range that has something; or {@link #NONE}. */
  public int next(int first, int end) {
    for (int i = first; i < end; i++) {
      if (has(i)) {
        return i;
      }
    }
    return NONE;
  }
}
