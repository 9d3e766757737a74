package org.gpurma.service.scheduling;

import java.util.OptionalLong;
import org.gpurma.service.job.JobId;

/** One thing that keeps a job from starting now. Times are in milliseconds. */
public sealed interface Blocker {
  /** Its user holds it. */
  record Held() implements Blocker {}

  /** It may not start before that time. */
  record NotBefore(long at) implements Blocker {}

  /** As many jobs of its array run as may at once. */
  record ArrayLimit(String array, int running, int limit) implements Blocker {}

  /**
   * Its project would hold more than it may.
   *
   * @param roomAt when jobs of the project have made room; empty: never, it asks for too much
   */
  record QuotaExceeded(String project, int limit, int held, int wanted, OptionalLong roomAt)
      implements Blocker {}

  /** What is left of its project's quota is set aside for an earlier job, which starts then. */
  record QuotaSetAside(String project, JobId job, long at) implements Blocker {}

  /**
   * No node, or not enough of them, could take it even if all jobs had ended.
   *
   * @param usable GPUs of the wanted kind that are in service
   */
  record NeverFits(int wanted, int usable) implements Blocker {}

  /**
   * Fewer GPUs of the wanted kind are free than it wants.
   *
   * @param held by running jobs
   * @param unusable drained or out of order
   */
  record NotEnoughFree(int wanted, int free, int held, int unusable) implements Blocker {}

  /**
   * Enough GPUs are free, but not together.
   *
   * @param nodes on how many nodes they would have to be
   * @param best how many there are on the best so many nodes
   */
  record Scattered(int wanted, int free, int nodes, int best) implements Blocker {}

  /** The GPUs that are free are set aside for a job before it, which starts then at the latest. */
  record SetAside(JobId job, long at) implements Blocker {}
}
