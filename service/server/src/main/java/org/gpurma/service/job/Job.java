package org.gpurma.service.job;

import java.time.Instant;
import java.util.Map;

/**
 * A job and how far it is, without its spec. Absent parts are null.
 *
 * @param number position in the order of submission
 * @param gpus what it asks for
 * @param held it waits until it is released
 * @param notBefore it is a retry that starts no earlier
 * @param array absent where it is none of an array
 * @param files the folder of the files that were sent with it
 * @param notified how many addresses are told of its events
 * @param beganAt when its current attempt got GPUs
 * @param version grows with every change that is stored
 */
public record Job(
    long number,
    JobId id,
    String name,
    String project,
    int priority,
    Integer gpus,
    Map<String, String> labels,
    Instant createdAt,
    JobState state,
    int attemptNumber,
    boolean cancelRequested,
    boolean held,
    Instant notBefore,
    ArrayPlace array,
    String files,
    int notified,
    Instant beganAt,
    Instant endedAt,
    long version) {
  public Job {
    labels = Map.copyOf(labels);
  }

  public AttemptId attempt() {
    return new AttemptId(id, attemptNumber);
  }
}
