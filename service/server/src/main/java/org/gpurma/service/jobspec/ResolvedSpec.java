package org.gpurma.service.jobspec;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a job spec comes to, with everything filled in.
 *
 * @param jobs one, or those of an array in their order
 * @param isArray whether the spec sweeps parameters, be it over one combination only
 * @param maxParallel how many of them may run at once; 0: any number
 */
public record ResolvedSpec(List<Item> jobs, boolean isArray, int maxParallel) {
  public ResolvedSpec {
    jobs = List.copyOf(jobs);
  }

  /** One job, as a tree and typed. */
  public record Item(ObjectNode tree, JobSpec spec) {}

  public JobSpec first() {
    return jobs.getFirst().spec();
  }
}
