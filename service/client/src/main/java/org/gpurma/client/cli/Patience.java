package org.gpurma.client.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.gpurma.client.api.ApiException;
import org.gpurma.client.api.ProblemException;
import org.gpurma.client.api.UnreachableException;

/** Waits for a service that has answered before and is away now: jobs outlive its restart. */
final class Patience {

  private static final Duration PERIOD = Duration.ofMillis(500);

  /** As long as a reader of a log waits. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private Patience() {}

  static <T> T ask(Supplier<T> question) throws InterruptedException {
    Instant deadline = Instant.now().plus(LIMIT);
    while (true) {
      try {
        return question.get();
      } catch (ApiException e) {
        if (!isAway(e) || Instant.now().isAfter(deadline)) {
          throw e;
        }
      }
      Thread.sleep(PERIOD);
    }
  }

  private static boolean isAway(ApiException trouble) {
    return switch (trouble) {
      case UnreachableException _ -> true;
      case ProblemException problem -> problem.isTransient();
    };
  }
}
