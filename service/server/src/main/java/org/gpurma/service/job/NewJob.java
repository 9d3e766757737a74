package org.gpurma.service.job;

import java.util.Map;

/**
 * A job that is to be stored.
 *
 * @param notified how many addresses are told of its events
 * @param resolved the job spec with everything filled in, JSON
 */
public record NewJob(
    String name,
    String project,
    int priority,
    int gpus,
    Map<String, String> labels,
    boolean held,
    int notified,
    String resolved) {
  public NewJob {
    labels = Map.copyOf(labels);
  }
}
