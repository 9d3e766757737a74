package org.gpurma.runtime.sampling;

import java.time.Duration;

/** Gets longer with the run, or else a day's samples of a job would fill its log. */
final class SamplePeriod {

  private static final int SAMPLES_OF_A_PERIOD = 600;
  private static final int MOST_DOUBLINGS = 4;

  private final long first;
  private int samples;

  SamplePeriod(Duration first) {
    this.first = first.toNanos();
  }

  /** From one sample to the next. */
  long nextNanos() {
    int doublings = Math.min(samples++ / SAMPLES_OF_A_PERIOD, MOST_DOUBLINGS);
    return first << doublings;
  }
}
