package org.gpurma.service.job;

import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What was asked for and how far it is.
 *
 * @param number position in the order of submission
 * @param spec the resolved job spec
 */
public record Job(
    long number,
    JobId id,
    String name,
    Instant createdAt,
    JsonNode spec,
    JobState state,
    int attemptNumber,
    boolean cancelRequested,
    List<Transition> transitions) {

  public AttemptId attempt() {
    return new AttemptId(id, attemptNumber);
  }
}
