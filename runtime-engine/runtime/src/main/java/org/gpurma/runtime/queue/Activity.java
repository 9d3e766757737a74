package org.gpurma.runtime.queue;

/**
 * Tells other threads whether a thread has anything unfinished. It is busy before what it takes up
 * shows anywhere else, and idle again only when all of that is done.
 */
public final class Activity {

  private volatile boolean busy;

  /** Something is taken up. */
  public void begin() {
    if (!busy) {
      busy = true;
    }
  }

  /** Takes whether something is left. */
  public void settle(boolean something) {
    if (busy != something) {
      busy = something;
    }
  }

  /** Any thread. */
  public boolean isIdle() {
    return !busy;
  }
}
