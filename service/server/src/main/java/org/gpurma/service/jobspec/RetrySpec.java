package org.gpurma.service.jobspec;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * When a job that failed is tried again.
 *
 * @param limit how many times at the most
 * @param on reasons for which it is
 * @param backoff before the first retry
 */
public record RetrySpec(int limit, List<String> on, String backoff) {
  private static final List<String> NOT_THE_PROGRAMS_FAULT =
      List.of("LaunchFailed", "ProcessCrashed", "NodeLost", "Lost", "ServiceError");
  private static final Duration LONGEST = Duration.ofHours(1);

  public static final RetrySpec NONE = new RetrySpec(0, null, null);

  public RetrySpec {
    on = List.copyOf(Objects.requireNonNullElse(on, NOT_THE_PROGRAMS_FAULT));
    backoff = Objects.requireNonNullElse(backoff, "10s");
  }

  public boolean applies(String reason, int attempt) {
    return attempt <= limit && on.contains(reason);
  }

  /** Before the attempt that follows this one: twice as long each time. */
  public Duration backoffAfter(int attempt) {
    Duration wait = SpecDuration.parse(backoff);
    for (int i = 1; i < attempt && wait.compareTo(LONGEST) < 0; i++) {
      wait = wait.multipliedBy(2);
    }
    return wait.compareTo(LONGEST) < 0 || attempt == 1 ? wait : LONGEST;
  }
}
