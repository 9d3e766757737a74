package org.gpurma.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.JobId;
import org.gpurma.wire.Path;
import org.gpurma.wire.PathCounters;
import org.gpurma.wire.Sample;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.Test;

class RmaMetricsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final RmaMetrics metrics = new RmaMetrics(registry);

  private void report(String job, int process, long puts, long waitNs) {
    metrics.reported(
        new AttemptId(new JobId(job), 1),
        process,
        SpooledRecord.newBuilder()
            .setSample(
                Sample.newBuilder()
                    .addRankWaitNs(waitNs)
                    .addPaths(
                        PathCounters.newBuilder()
                            .setPath(Path.HOST_NETWORK)
                            .setPuts(puts)
                            .setPutBytes(puts * 8)))
            .build());
  }

  private double puts() {
    return registry
        .counter("gpurma.rma.operations", "path", "host-network", "operation", "put")
        .count();
  }

  @Test
  void totals_of_processes_and_jobs_are_added_up_once() {
    report("a-1", 0, 10, 1_500_000_000);
    report("a-1", 1, 5, 0);
    report("a-1", 0, 12, 2_000_000_000);
    report("a-1", 0, 12, 2_000_000_000);
    metrics.ended(new AttemptId(new JobId("a-1"), 1));
    report("b-2", 0, 3, 0);

    assertThat(puts()).isEqualTo(20);
    assertThat(registry.counter("gpurma.rma.bytes", "path", "host-network").count()).isEqualTo(160);
    assertThat(registry.counter("gpurma.rma.wait.seconds").count()).isEqualTo(2.0);
  }

  @Test
  void more_jobs_and_processes_make_no_more_series() {
    report("a-1", 0, 1, 1);
    int series = registry.getMeters().size();
    for (int i = 0; i < 100; i++) {
      report("job-" + i, i, 1, 1);
    }

    assertThat(registry.getMeters()).hasSize(series);
  }
}
