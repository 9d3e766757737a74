package org.gpurma.runtime.blockmanager;

import org.gpurma.runtime.delivery.CompletedGets;
import org.gpurma.runtime.queue.SharedInts;

/**
 * Counts a rank's gets under way. Their bytes and the count of those complete come by themselves.
 */
final class Gets {

  private final RankMemory memory;
  private int issued;

  Gets(RankMemory memory) {
    this.memory = memory;
  }

  boolean haveRoom() {
    return underWay() < CompletedGets.MOST_UNDER_WAY;
  }

  /** Returns how many were issued before. */
  int issue() {
    return issued++;
  }

  boolean isEmpty() {
    return underWay() == 0;
  }

  private int underWay() {
    return issued - SharedInts.getAcquire(memory.area().host(), memory.layout().getsCompleted());
  }
}
