package org.gpurma.client.log;

import java.time.Duration;

/**
 * When to take up a broken stream again.
 *
 * @param silenceLimit the service sends heartbeats, so a longer silence is a dead connection
 * @param giveUpAfter a service that stays away for longer is reported as unreachable
 */
record RetryPolicy(
    Duration firstPause, Duration longestPause, Duration silenceLimit, Duration giveUpAfter) {

  static RetryPolicy standard() {
    return new RetryPolicy(
        Duration.ofMillis(200),
        Duration.ofSeconds(5),
        Duration.ofSeconds(45),
        Duration.ofMinutes(5));
  }

  /** Doubles with every failure in a row. */
  Duration pause(int failuresBefore) {
    Duration pause = firstPause.multipliedBy(1L << Math.min(failuresBefore, 16));
    return pause.compareTo(longestPause) > 0 ? longestPause : pause;
  }

  boolean isTooLong(Duration silence) {
    return silence.compareTo(giveUpAfter) > 0;
  }
}
