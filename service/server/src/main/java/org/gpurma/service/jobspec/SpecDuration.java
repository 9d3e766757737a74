package org.gpurma.service.jobspec;

import java.time.Duration;

/** Durations as a job spec writes them: {@code 90s}, {@code 10m}, {@code 1h}. */
public final class SpecDuration {
  private SpecDuration() {}

  public static Duration parse(String text) {
    long number = Long.parseLong(text.substring(0, text.length() - 1));
    return switch (text.charAt(text.length() - 1)) {
      case 's' -> Duration.ofSeconds(number);
      case 'm' -> Duration.ofMinutes(number);
      case 'h' -> Duration.ofHours(number);
      default -> throw new IllegalArgumentException("not a duration: " + text);
    };
  }
}
