package org.gpurma.service.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;

/** How attempts are started on their nodes, and what is left of them there. */
public final class LaunchMetrics {
  private static final Duration[] BOUNDS = {
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(2),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10),
    Duration.ofSeconds(30)
  };

  /** Why an attempt did not start. */
  public enum Failure {
    /** The service could not do there what a launch takes. */
    NODE,
    /** mpirun ended before any process had started. */
    PROCESSES;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final MeterRegistry registry;
  private final Timer launches;
  private final Timer teardowns;
  private final Counter left;
  private final Counter quarantines;

  public LaunchMetrics(MeterRegistry registry) {
    this.registry = registry;
    launches = timer("gpurma.launch", "From the call of the launcher until all processes reported");
    teardowns =
        timer("gpurma.teardown", "From the end of the launcher until nothing of it was left");
    left =
        Series.counter(
            registry,
            "gpurma.teardown.left",
            "Processes of attempts that could not be killed",
            "processes");
    quarantines =
        Series.counter(
            registry,
            "gpurma.quarantines",
            "Nodes drained as an attempt did not leave them clean",
            "");
    for (Failure kind : Failure.values()) {
      failures(kind);
    }
  }

  private Timer timer(String name, String description) {
    return Timer.builder(name)
        .description(description)
        .serviceLevelObjectives(BOUNDS)
        .register(registry);
  }

  private Counter failures(Failure kind) {
    return Series.counter(
        registry, "gpurma.launch.failures", "Attempts that did not start", "", "kind", kind.word());
  }

  public void launched(Duration took) {
    launches.record(took);
  }

  public void failed(Failure kind) {
    failures(kind).increment();
  }

  public void tornDown(Duration took, int processesLeft) {
    teardowns.record(took);
    left.increment(processesLeft);
  }

  public void quarantined() {
    quarantines.increment();
  }
}
