package org.gpurma.runtime.stall;

/** How far the ranks of a process have come to rest. */
enum Rest {
  /** A rank runs, or something has changed lately. */
  MOVING,
  /** Every rank has finished or waits, some of them perhaps for what is under way. */
  WAITING,
  /**
   * Every rank has finished or waits for what only another rank's program can bring, and the
   * process has nothing under way for them.
   */
  STILL
}
