package org.gpurma.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.JobId;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.wire.LogGap;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.Test;

class RmaMetricsTest {
  private static final int RANKS = 2;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final NotificationWaitHistogram waits = new NotificationWaitHistogram();
  private final RmaMetrics metrics = new RmaMetrics(registry, waits);

  private static AttemptId attempt(String job) {
    return new AttemptId(new JobId(job), 1);
  }

  /** Every rank has put so often, and waited a microsecond for each. */
  private void report(String job, int process, long puts) {
    metrics.reported(attempt(job), process, FakeProcess.sampled(RANKS, puts).build());
  }

  private double puts() {
    return registry
        .counter("gpurma.rma.operations", "path", "host-network", "operation", "put")
        .count();
  }

  @Test
  void totals_of_processes_and_jobs_are_added_up_once() {
    report("a-1", 0, 10);
    report("a-1", 1, 5);
    report("a-1", 0, 12);
    report("a-1", 0, 12);
    metrics.ended(attempt("a-1"));
    report("b-2", 0, 3);

    assertThat(puts()).isEqualTo(RANKS * 20);
    assertThat(registry.counter("gpurma.rma", "path", "host-network", "operation", "put").count())
        .isEqualTo(RANKS * 20 * 8);
    assertThat(registry.counter("gpurma.rma.wait").count()).isCloseTo(RANKS * 20e-6, within(1e-12));
  }

  @Test
  void what_was_counted_before_the_service_was_started_again_is_not_counted_twice() {
    metrics.replayed(attempt("a-1"), 0, FakeProcess.sampled(RANKS, 10).build());
    assertThat(puts()).isZero();

    report("a-1", 0, 13);
    assertThat(puts()).isEqualTo(RANKS * 3);
  }

  @Test
  void waits_of_all_processes_are_one_histogram() {
    report("a-1", 0, 10);
    report("a-1", 0, 15);
    report("b-2", 1, 5);

    var point = ((HistogramSnapshot) waits.collect()).getDataPoints().getFirst();
    assertThat(point.getCount()).isEqualTo(RANKS * 20);
    assertThat(point.getSum()).isCloseTo(RANKS * 20e-6, within(1e-12));
    assertThat(point.getClassicBuckets().getUpperBound(0)).isEqualTo(1e-6);
    assertThat(point.getClassicBuckets().getCount(0)).isEqualTo(RANKS * 20);
  }

  @Test
  void lines_that_ranks_dropped_are_counted() {
    metrics.reported(
        attempt("a-1"),
        0,
        SpooledRecord.newBuilder()
            .setGap(LogGap.newBuilder().setFirstSequence(5).setLastSequence(7))
            .build());

    assertThat(registry.counter("gpurma.log.queue.dropped.lines").count()).isEqualTo(3);
  }

  @Test
  void more_jobs_and_processes_make_no_more_series() {
    int series = registry.getMeters().size();
    for (int i = 0; i < 100; i++) {
      report("job-" + i, i, 1);
    }

    assertThat(registry.getMeters()).hasSize(series);
  }
}
