package org.gpurma.client.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A job as the service tells of it: what was asked for and what came of it.
 *
 * @param array its place among the jobs of a sweep; null where it is none of them
 * @param prediction what its model said of its last attempt; null where it names none
 */
public record Job(
    String id,
    String name,
    String project,
    int priority,
    Map<String, String> labels,
    ArrayPlace array,
    Instant createdAt,
    JsonNode spec,
    JobStatus status,
    Prediction prediction)
    implements Submitted {

  public Job {
    labels = labels == null ? Map.of() : Map.copyOf(labels);
  }

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
