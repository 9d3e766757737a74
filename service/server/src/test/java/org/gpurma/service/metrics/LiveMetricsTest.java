package org.gpurma.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.JobId;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.wire.SpooledRecord;
import org.gpurma.wire.Started;
import org.junit.jupiter.api.Test;

class LiveMetricsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final LiveMetrics metrics = new LiveMetrics(registry);

  private static AttemptId attempt(int job) {
    return new AttemptId(new JobId("job-" + job), 1);
  }

  private void start(int job, int process, String gpu) {
    metrics.reported(
        attempt(job),
        process,
        SpooledRecord.newBuilder()
            .setStarted(
                Started.newBuilder().setNode("n1").setGpu(gpu).setGpuName("H200").setRankCount(2))
            .build());
  }

  private void sample(int job, int process, long puts) {
    metrics.reported(attempt(job), process, FakeProcess.sampled(2, puts).build());
  }

  @Test
  void a_hundred_jobs_leave_as_many_series_as_there_were_before() {
    for (int job = 0; job < 100; job++) {
      for (int process = 0; process < 4; process++) {
        start(job, process, "GPU-" + process);
        sample(job, process, job);
      }
      int running = registry.getMeters().size();
      assertThat(running).isBetween(4 * 20, 4 * 60);
      metrics.ended(attempt(job));

      assertThat(registry.getMeters()).isEmpty();
    }
  }

  @Test
  void a_live_series_says_which_process_of_which_job_holds_which_gpu() {
    start(7, 3, "GPU-a");

    var info =
        registry
            .get("gpurma.gpu.info")
            .tags("job_id", "job-7", "attempt", "1", "process", "3", "node", "n1")
            .tags("gpu_uuid", "GPU-a", "gpu_name", "H200")
            .gauge();
    assertThat(info.value()).isEqualTo(1);
  }

  @Test
  void the_last_sample_is_what_is_shown() {
    start(1, 0, "GPU-a");
    sample(1, 0, 5);
    sample(1, 0, 8);

    assertThat(
            registry
                .get("gpurma.process.rma.operations")
                .tag("path", "host-network")
                .functionCounter()
                .count())
        .isEqualTo(16);
    assertThat(registry.get("gpurma.gpu.power").tag("gpu_uuid", "GPU-a").gauge().value())
        .isEqualTo(350);
    assertThat(registry.get("gpurma.gpu.throttled").tag("reason", "power-cap").gauge().value())
        .isEqualTo(1);
  }

  @Test
  void a_gpu_that_was_given_on_already_keeps_the_series_of_its_new_job() {
    start(1, 0, "GPU-a");
    sample(1, 0, 5);
    start(2, 0, "GPU-a");
    sample(2, 0, 5);
    metrics.ended(attempt(1));

    assertThat(registry.find("gpurma.gpu.power").gauges()).hasSize(1);
    metrics.ended(attempt(2));
    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void a_process_that_was_running_before_the_service_is_shown_too() {
    metrics.replayed(
        attempt(1),
        0,
        SpooledRecord.newBuilder().setStarted(Started.newBuilder().setGpu("GPU-a")).build());
    metrics.replayed(attempt(1), 0, FakeProcess.sampled(2, 4).build());

    assertThat(registry.find("gpurma.process.cpu").functionCounters()).hasSize(1);
  }
}
