package org.gpurma.runtime.stall;

import java.time.Duration;

/**
 * Whether a process has been still for long enough. A look that comes late starts anew: the process
 * was stopped, by a debugger say, or starved, and its ranks may not have run either.
 */
final class Stillness {

  private final long intervalNanos;
  private final long mostBetweenLooks;
  private Standing last = Standing.NONE;
  private long since;
  private long lastLook;

  /**
   * @param interval for which nothing may change
   * @param mostBetweenLooks of a watch that runs as it should
   */
  Stillness(Duration interval, Duration mostBetweenLooks) {
    this.intervalNanos = interval.toNanos();
    this.mostBetweenLooks = mostBetweenLooks.toNanos();
  }

  /** What was just seen; at rest only if it has been the same in all looks of the interval. */
  Standing look(Standing seen, long now) {
    boolean goesOn = seen.rest() != Rest.MOVING && seen.equals(last);
    if (!goesOn || now - lastLook > mostBetweenLooks) {
      since = now;
    }
    last = seen;
    lastLook = now;
    return now - since >= intervalNanos ? seen : seen.moving();
  }
}
