package org.gpurma.client.job;

import java.time.Instant;
import java.util.List;

/**
 * Why a job waits.
 *
 * @param ahead how many jobs stand before it in line
 * @param earliestStart null where none can be told
 */
public record Waiting(int ahead, List<Blocker> blockers, EarliestStart earliestStart) {

  public Waiting {
    blockers = blockers == null ? List.of() : List.copyOf(blockers);
  }

  /**
   * One thing that is in its way.
   *
   * @param kind for programs
   * @param message for people
   */
  public record Blocker(String kind, String message) {}

  /**
   * @param certainty reserved, forecast or notBefore
   */
  public record EarliestStart(Instant at, String certainty) {}
}
