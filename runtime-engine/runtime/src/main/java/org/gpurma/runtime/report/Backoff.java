package org.gpurma.runtime.report;

/** Waits between attempts: from 50 ms up to 2 s. */
final class Backoff {

  private static final long FIRST_MILLIS = 50;
  private static final long LAST_MILLIS = 2000;

  private long next = FIRST_MILLIS;

  long nextMillis() {
    long millis = next;
    next = Math.min(2 * next, LAST_MILLIS);
    return millis;
  }

  void reset() {
    next = FIRST_MILLIS;
  }
}
