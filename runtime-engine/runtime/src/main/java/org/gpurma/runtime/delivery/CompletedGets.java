package org.gpurma.runtime.delivery;

import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.queue.SharedInts;

/**
 * Tells a rank how many of its gets are complete, in the order in which it issued them, whatever
 * order they complete in.
 */
public final class CompletedGets {

  /** Gets of a rank that may be under way. */
  public static final int MOST_UNDER_WAY = 256;

  private final MemorySegment area;
  private final long count;
  private final boolean[] isDone = new boolean[MOST_UNDER_WAY];
  private int completed;

  /**
   * @param area the rank's host area
   * @param count offset of the count in it
   */
  public CompletedGets(MemorySegment area, long count) {
    this.area = area;
    this.count = count;
  }

  /** Takes how many gets the rank had issued before this one. */
  void complete(int number) {
    isDone[number & MOST_UNDER_WAY - 1] = true;
    while (isDone[completed & MOST_UNDER_WAY - 1]) {
      isDone[completed & MOST_UNDER_WAY - 1] = false;
      completed++;
    }
    SharedInts.setRelease(area, count, completed);
  }
}
