package org.gpurma.service.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** The passes of the scheduler over the queue. */
public final class SchedulingMetrics {
  private final Timer passes;
  private final Counter considered;
  private final Counter placed;

  public SchedulingMetrics(MeterRegistry registry) {
    passes =
        Timer.builder("gpurma.scheduler.pass")
            .description("One look at the queue, the starts that it decided on included")
            .serviceLevelObjectives(
                Duration.ofMillis(1),
                Duration.ofMillis(10),
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10))
            .register(registry);
    considered =
        Series.counter(
            registry, "gpurma.scheduler.considered", "Waiting jobs that passes looked at", "jobs");
    placed =
        Series.counter(registry, "gpurma.scheduler.placed", "Jobs that got their GPUs", "jobs");
  }

  public void passed(Duration took, int jobsConsidered, int jobsPlaced) {
    passes.record(took);
    considered.increment(jobsConsidered);
    placed.increment(jobsPlaced);
  }
}
