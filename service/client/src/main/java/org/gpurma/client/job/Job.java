package org.gpurma.client.job;

import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** A job as the service tells of it: what was asked for and what came of it. */
public record Job(String id, String name, Instant createdAt, JsonNode spec, JobStatus status) {

  public boolean hasEnded() {
    return status.state().hasEnded();
  }

  public boolean hasSucceeded() {
    return status.state() == JobState.SUCCEEDED;
  }

  /** From its submission to its end, or to now. */
  public Duration age(Instant now) {
    if (hasEnded() && !status.transitions().isEmpty()) {
      return Duration.between(createdAt, status.transitions().getLast().at());
    }
    return Duration.between(createdAt, now);
  }
}
