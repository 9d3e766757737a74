package org.gpurma.service.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobEvent;

/** Jobs by state, how they ended, and how long they waited and ran. */
public final class JobMetrics {
  private static final List<String> STATES =
      List.of(
          "QUEUED",
          "COMPILING",
          "STARTING",
          "RUNNING",
          "FINISHING",
          "SUCCEEDED",
          "FAILED",
          "CANCELLED");

  private final MeterRegistry registry;

  public JobMetrics(
      MeterRegistry registry,
      Supplier<Map<String, Long>> jobsByState,
      Supplier<Number> gpus,
      Supplier<Number> heldGpus) {
    this.registry = registry;
    for (String state : STATES) {
      Gauge.builder("gpurma.jobs", () -> jobsByState.get().getOrDefault(state, 0L))
          .description("Jobs by state")
          .tag("state", state.toLowerCase(Locale.ROOT))
          .register(registry);
    }
    Gauge.builder("gpurma.gpus", gpus)
        .description("GPUs of the cluster")
        .tag("state", "all")
        .register(registry);
    Gauge.builder("gpurma.gpus", heldGpus)
        .description("GPUs of the cluster")
        .tag("state", "held")
        .register(registry);
    for (String result : List.of("succeeded", "failed", "cancelled")) {
      registry.counter("gpurma.jobs.ended", "result", result);
    }
  }

  public void ended(Job job, List<JobEvent> transitions) {
    String result = job.state().word().toLowerCase(Locale.ROOT);
    registry.counter("gpurma.jobs.ended", "result", result).increment();
    Instant finish = job.endedAt();
    Optional<Instant> granted = first(transitions, "COMPILING");
    registry
        .timer("gpurma.job.queue.wait")
        .record(Duration.between(job.createdAt(), granted.orElse(finish)));
    first(transitions, "RUNNING")
        .ifPresent(
            since -> registry.timer("gpurma.job.run").record(Duration.between(since, finish)));
  }

  private static Optional<Instant> first(List<JobEvent> transitions, String state) {
    return transitions.stream().filter(event -> event.isIn(state)).map(JobEvent::at).findFirst();
  }
}
