package org.gpurma.service.job;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which jobs are listed; all parts must hold.
 *
 * @param states words; none: all
 * @param projects of one of these; none: of any
 * @param labels all of them
 */
public record JobFilter(
    Set<String> states,
    Set<String> projects,
    Optional<String> name,
    Optional<JobId> array,
    Map<String, String> labels) {
  public static final JobFilter ALL =
      new JobFilter(Set.of(), Set.of(), Optional.empty(), Optional.empty(), Map.of());

  public JobFilter {
    states = Set.copyOf(states);
    projects = Set.copyOf(projects);
    labels = Map.copyOf(labels);
  }
}
