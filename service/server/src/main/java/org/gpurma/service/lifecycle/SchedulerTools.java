package org.gpurma.service.lifecycle;

import org.gpurma.service.allocation.HeldGpus;
import org.gpurma.service.jobspec.JobSpecs;
import org.gpurma.service.metrics.SchedulingMetrics;
import org.gpurma.service.scheduling.Policy;
import org.gpurma.service.settings.SchedulingSettings;

/** What deciding takes. */
public record SchedulerTools(
    SchedulingSettings settings,
    SchedulableCluster view,
    HeldGpus heldGpus,
    JobSpecs specs,
    SchedulingMetrics metrics) {
  /** For how long a job that should have ended is expected to go on. */
  private static final long OVERRUN_MILLIS = 10_000;

  Policy policy() {
    return new Policy(
        settings.priorityPoint().toMillis(), settings.fairShareSpan().toMillis(), OVERRUN_MILLIS);
  }
}
