package org.gpurma.client.job;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which jobs to list; what is empty does not choose.
 *
 * @param labels that they must have
 */
public record JobQuery(
    List<JobState> states,
    Optional<String> project,
    Optional<String> name,
    Optional<String> array,
    Map<String, String> labels) {

  public static final JobQuery ALL =
      new JobQuery(List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of());

  public JobQuery {
    states = List.copyOf(states);
    labels = Map.copyOf(labels);
  }
}
