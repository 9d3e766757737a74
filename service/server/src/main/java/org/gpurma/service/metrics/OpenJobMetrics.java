package org.gpurma.service.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.gpurma.service.job.JobCensus;

/**
 * The jobs that have not ended, by project and state, and the GPUs. A project without such jobs has
 * no series: whoever submits names projects, and their number must not grow without end.
 */
public final class OpenJobMetrics implements Refreshed {
  private final JobCensus census;
  private final MultiGauge jobs;
  private final MultiGauge oldest;

  public OpenJobMetrics(
      MeterRegistry registry, JobCensus census, Supplier<Number> gpus, Supplier<Number> heldGpus) {
    this.census = census;
    jobs =
        MultiGauge.builder("gpurma.jobs")
            .description("Jobs that have not ended")
            .register(registry);
    oldest =
        MultiGauge.builder("gpurma.jobs.oldest.age")
            .description("Time since the first of the jobs that have not ended was submitted")
            .baseUnit("seconds")
            .register(registry);
    gpus(registry, "held", heldGpus);
    gpus(registry, "free", () -> Math.max(0, gpus.get().intValue() - heldGpus.get().intValue()));
  }

  private static void gpus(MeterRegistry registry, String state, Supplier<Number> count) {
    Gauge.builder("gpurma.gpus", count)
        .description("GPUs of the cluster, held by jobs or free")
        .tag("state", state)
        .register(registry);
  }

  @Override
  public void refresh() {
    List<JobCensus.Group> groups = census.take();
    Instant now = Instant.now();
    jobs.register(
        groups.stream().map(group -> Row.of(tags(group), (Number) group.jobs())).toList(), true);
    oldest.register(
        groups.stream()
            .map(
                group ->
                    Row.of(
                        tags(group),
                        (Number) (Duration.between(group.oldest(), now).toMillis() / 1e3)))
            .toList(),
        true);
  }

  private static Tags tags(JobCensus.Group group) {
    return Tags.of("project", group.project(), "state", group.state().toLowerCase(Locale.ROOT));
  }
}
