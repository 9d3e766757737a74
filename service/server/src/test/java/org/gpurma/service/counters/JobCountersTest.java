package org.gpurma.service.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.JobId;
import org.gpurma.service.joblog.Entry;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobCountersTest {
  private static final int RANKS = 4;
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path folder;
  private final AttemptId attempt = new AttemptId(new JobId("job-1"), 2);
  private final JobCounters counters = new JobCounters(_ -> folder.resolve("counters.json"));
  private JobLog log;

  @BeforeEach
  void open() {
    log = JobLog.open(folder.resolve("log"));
  }

  private void report(int process, long second, long puts) {
    SpooledRecord record = FakeProcess.sampled(RANKS, puts).setHostTimeNs(second * SECOND).build();
    log.append(List.of(Entry.sent(process, record)));
    counters.reported(attempt, process, record);
  }

  private CountersReport live() {
    return counters.of(attempt, false, log);
  }

  private CountersReport kept() {
    return counters.of(attempt, true, log);
  }

  private void run() {
    report(0, 100, 0);
    report(1, 100, 0);
    report(0, 101, 10);
    report(1, 101, 20);
    report(0, 102, 30);
  }

  @Test
  void the_latest_of_every_process_is_there_in_base_units() {
    run();

    CountersReport report = live();
    assertThat(report.live()).isTrue();
    assertThat(report.attempt()).isEqualTo(2);
    var first = report.processes().getFirst();
    assertThat(first.at()).hasToString("1970-01-01T00:01:42Z");
    assertThat(first.paths().getLast())
        .isEqualTo(new CountersReport.PathTotals("host-network", 120, 960, 0, 0, 120, 120));
    assertThat(first.rankWaitSeconds()).containsExactly(30e-6, 30e-6, 30e-6, 30e-6);
    assertThat(first.waits().upperBoundsSeconds()).containsExactly(1e-6, 1e-3);
    assertThat(first.runtime().cpuSeconds()).isEqualTo(0.03);
    assertThat(first.gpu().powerWatts()).isEqualTo(350);
    assertThat(first.gpu().smClockHertz()).isEqualTo(1_980_000_000L);
    assertThat(first.gpu().throttleReasons()).containsExactly("power-cap");
    assertThat(report.processes().get(1).paths().getLast().puts()).isEqualTo(80);
  }

  @Test
  void samples_of_all_processes_are_added_up() {
    run();

    CountersReport.Samples samples = live().samples();
    assertThat(samples.at()).containsExactly(100_000L, 101_000L, 102_000L);
    assertThat(samples.paths().getLast().operations()).containsExactly(0L, 120L, 200L);
    assertThat(samples.gpu().utilization()).containsExactly(0.5, 0.5, 0.5);
    assertThat(samples.gpu().powerWatts()).containsExactly(700.0, 700.0, 700.0);
  }

  @Test
  void a_reader_that_has_some_samples_gets_the_younger_ones() {
    run();

    CountersReport rest = live().after(100_000);
    assertThat(rest.samples().at()).containsExactly(101_000L, 102_000L);
    assertThat(rest.samples().paths().getLast().operations()).containsExactly(120L, 200L);
    assertThat(live().after(102_000).samples().at()).isEmpty();
  }

  @Test
  void an_ended_attempt_has_the_same_counters() {
    run();
    CountersReport before = live();
    counters.ended(attempt);

    CountersReport after = kept();
    assertThat(after.live()).isFalse();
    assertThat(after.processes()).isEqualTo(before.processes());
    assertThat(after.samples()).isEqualTo(before.samples());
  }

  @Test
  void a_file_that_is_missing_or_damaged_is_made_up_for_by_the_log() throws IOException {
    run();
    CountersReport before = live();
    counters.ended(attempt);

    Files.writeString(folder.resolve("counters.json"), "{\"attempt\":");
    assertThat(kept().samples()).isEqualTo(before.samples());
    Files.delete(folder.resolve("counters.json"));
    assertThat(kept().processes()).isEqualTo(before.processes());
  }

  @Test
  void an_attempt_that_has_said_nothing_has_empty_counters() {
    assertThat(live().processes()).isEmpty();
    assertThat(live().live()).isTrue();
    assertThat(kept().samples().at()).isEmpty();
    assertThat(kept().live()).isFalse();
  }
}
