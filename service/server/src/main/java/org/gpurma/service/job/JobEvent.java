package org.gpurma.service.job;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened to a job.
 *
 * @param position from 0, without gaps
 * @param state word of the state it came into; null where it stayed in its state
 * @param reason null where there is none
 * @param message null where there is none
 */
public record JobEvent(
    int position,
    Instant at,
    EventKind kind,
    int attempt,
    String state,
    String reason,
    String message) {

  public boolean isTransition() {
    return state != null;
  }

  public boolean isIn(String word) {
    return Optional.ofNullable(state).filter(word::equals).isPresent();
  }
}
