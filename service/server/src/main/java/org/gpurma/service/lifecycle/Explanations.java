package org.gpurma.service.lifecycle;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.gpurma.service.job.JobId;
import org.gpurma.service.scheduling.Explainer;
import org.gpurma.service.scheduling.Policy;
import org.gpurma.service.scheduling.Request;
import org.gpurma.service.scheduling.Snapshot;

/**
 * Explains waiting jobs. The look at the queue that it takes serves everyone who asks soon after:
 * the longer it takes, the longer it is good for.
 */
final class Explanations {
  /** Looking takes no more than this part of the time. */
  private static final int PART_OF_TIME = 10;

  /** How far ahead a start is foreseen. */
  private static final int MOST_LOOKS = 300;

  private record Look(Snapshot snapshot, Explainer explainer, long goodUntilNanos) {}

  private final Supplier<Snapshot> snapshots;
  private final Policy policy;
  private final Map<JobId, List<String>> refusals = new ConcurrentHashMap<>();
  private Look last;

  Explanations(Supplier<Snapshot> snapshots, Policy policy) {
    this.snapshots = snapshots;
    this.policy = policy;
  }

  Waiting explain(Request request) {
    Look look = look();
    return new Waiting(
        look.explainer().explain(request),
        Instant.ofEpochMilli(look.snapshot().now()),
        look.snapshot().inventory(),
        refusals.getOrDefault(request.job(), List.of()));
  }

  private synchronized Look look() {
    if (last == null || System.nanoTime() - last.goodUntilNanos() > 0) {
      long begin = System.nanoTime();
      Snapshot snapshot = snapshots.get();
      Explainer explainer = Explainer.of(snapshot, policy, MOST_LOOKS);
      long end = System.nanoTime();
      last = new Look(snapshot, explainer, end + PART_OF_TIME * (end - begin));
    }
    return last;
  }

  /** The nodes that were chosen for a job had no room for it in the end. */
  void refused(JobId job, List<String> reasons) {
    refusals.put(job, reasons);
  }

  void forget(JobId job) {
    refusals.remove(job);
  }
}
