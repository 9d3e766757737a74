package org.gpurma.client.job;

import java.time.Instant;
import java.util.Map;

/**
 * A job as lists show it.
 *
 * @param gpus null for a job of an older service
 * @param array null where it is none of an array
 */
public record JobSummary(
    String id,
    String name,
    String project,
    int priority,
    Integer gpus,
    Map<String, String> labels,
    ArrayPlace array,
    Instant createdAt,
    Status status) {

  public JobSummary {
    labels = labels == null ? Map.of() : Map.copyOf(labels);
  }

  /**
   * @param beganAt when its current attempt got GPUs; null while it waits
   * @param endedAt null until then
   */
  public record Status(
      JobState state,
      String reason,
      String message,
      int attempt,
      boolean held,
      boolean cancelRequested,
      Instant beganAt,
      Instant endedAt) {}
}
