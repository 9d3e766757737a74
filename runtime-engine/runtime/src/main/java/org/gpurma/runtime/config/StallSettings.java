package org.gpurma.runtime.config;

import java.time.Duration;

/**
 * When waiting ranks are worth a word.
 *
 * @param reportAfter without progress a rank is reported
 * @param deadlockAfter so long everything must stand still to be a deadlock; zero: none is looked
 *     for
 */
public record StallSettings(Duration reportAfter, Duration deadlockAfter) {

  public static final String REPORT = "gpurma.stall.seconds";
  public static final String DEADLOCK = "gpurma.deadlock.millis";

  public StallSettings {
    if (!reportAfter.isPositive()) {
      throw new IllegalArgumentException(
          "setting %s must be positive, not %d".formatted(REPORT, reportAfter.toSeconds()));
    }
    if (deadlockAfter.isNegative()) {
      throw new IllegalArgumentException(
          "setting %s must not be negative: 0 turns the search off".formatted(DEADLOCK));
    }
  }

  static StallSettings from(Settings settings) {
    return new StallSettings(
        Duration.ofSeconds(settings.integer(REPORT, 30)),
        Duration.ofMillis(settings.integer(DEADLOCK, 1000)));
  }

  public boolean looksForDeadlocks() {
    return deadlockAfter.isPositive();
  }
}
