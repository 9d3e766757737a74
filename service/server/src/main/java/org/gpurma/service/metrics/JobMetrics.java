package org.gpurma.service.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gpurma.service.job.FailureReason;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobEvent;
import org.gpurma.service.job.JobState;

/** What states jobs come into, how they end, and how long they waited and ran. */
public final class JobMetrics {
  private static final String TRANSITIONS = "gpurma.job.transitions";
  private static final String ENDED = "gpurma.jobs.ended";

  /** From a second to a day: between them a job is short or long for people. */
  private static final Duration[] BOUNDS = {
    Duration.ofSeconds(1),
    Duration.ofSeconds(10),
    Duration.ofMinutes(1),
    Duration.ofMinutes(10),
    Duration.ofHours(1),
    Duration.ofHours(6),
    Duration.ofDays(1)
  };

  private final MeterRegistry registry;
  private final Timer wait;
  private final Timer run;

  public JobMetrics(MeterRegistry registry) {
    this.registry = registry;
    wait = timer("gpurma.job.queue.wait", "From the submission of a job to its first GPUs");
    run = timer("gpurma.job.run", "From the start of a job's kernel to its end");
    JobState.WORDS.forEach(this::transitions);
    ended("succeeded", "none");
    ended("cancelled", "none");
    for (FailureReason reason : FailureReason.values()) {
      ended("failed", reason.word());
    }
  }

  private Timer timer(String name, String description) {
    return Timer.builder(name)
        .description(description)
        .serviceLevelObjectives(BOUNDS)
        .register(registry);
  }

  private Counter transitions(String state) {
    return Series.counter(
        registry,
        TRANSITIONS,
        "Jobs that came into a state",
        "",
        "state",
        state.toLowerCase(Locale.ROOT));
  }

  private Counter ended(String result, String reason) {
    return Series.counter(
        registry, ENDED, "Jobs that ended", "", "result", result, "reason", reason);
  }

  public void entered(JobState state) {
    transitions(state.word()).increment();
  }

  public void ended(Job job, List<JobEvent> transitions) {
    entered(job.state());
    ended(
            job.state().word().toLowerCase(Locale.ROOT),
            Optional.ofNullable(job.state().reason()).orElse("none"))
        .increment();
    Instant finish = job.endedAt();
    Optional<Instant> granted = first(transitions, "COMPILING");
    wait.record(Duration.between(job.createdAt(), granted.orElse(finish)));
    first(transitions, "RUNNING").ifPresent(since -> run.record(Duration.between(since, finish)));
  }

  private static Optional<Instant> first(List<JobEvent> transitions, String state) {
    return transitions.stream().filter(event -> event.isIn(state)).map(JobEvent::at).findFirst();
  }
}
