package org.gpurma.service.scheduling;

import java.util.HashSet;
import java.util.Set;

/**
 * Moves the jobs of projects that hold, or have held of late, more than their part of the cluster
 * back in line.
 *
 * @param span how far at the most, in milliseconds
 * @param gpusPerWeight a project's part for each unit of its weight
 */
record Fairness(long span, double gpusPerWeight) {
  static Fairness of(Snapshot snapshot, Policy policy) {
    Set<String> active = new HashSet<>(snapshot.queue().lanes().keySet());
    active.addAll(snapshot.running().heldByProject().keySet());
    double weights = 0;
    for (String project : active) {
      weights += snapshot.projects().get(project).weight();
    }
    double part = Math.max(1, snapshot.inventory().usableGpus()) / Math.max(1e-9, weights);
    return new Fairness(policy.fairShareSpan(), part);
  }

  /** In milliseconds: 0 for a project without use, half the span at its part, never the span. */
  long shift(Project project, int held) {
    double use = (held + project.averageGpus()) / project.weight();
    return (long) (span * (use / (use + gpusPerWeight)));
  }
}
