package org.gpurma.service.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.JobId;
import org.gpurma.service.joblog.Entry;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.wire.LogGap;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenAttemptTest {
  @TempDir private Path folder;
  private final AttemptId id = new AttemptId(new JobId("job-1"), 1);
  private final List<Long> heard = new ArrayList<>();
  private JobLog log;
  private OpenAttempt attempt;

  @BeforeEach
  void open() {
    log = JobLog.open(folder.resolve("log"));
    attempt = open(log);
  }

  private OpenAttempt open(JobLog onLog) {
    return new OpenAttempt(
        id,
        "secret",
        2,
        onLog,
        new OutputFolder(folder.resolve("out"), Map.of("out.f32", 8L)),
        List.of(this::hear));
  }

  private void hear(AttemptId attemptId, int process, SpooledRecord record) {
    heard.add(record.getGap().getFirstSequence());
  }

  /** Gaps, for a listener is not told of each line. */
  private static List<Entry.Sent> records(long from, long to) {
    return LongStream.range(from, to)
        .mapToObj(i -> SpooledRecord.newBuilder().setGap(LogGap.newBuilder().setFirstSequence(i)))
        .map(gap -> Entry.sent(0, gap.build()))
        .toList();
  }

  @Test
  void a_batch_that_comes_twice_is_stored_once() {
    assertThat(attempt.accept(0, 0, records(0, 5))).isEqualTo(5);
    assertThat(attempt.accept(0, 0, records(0, 5))).isEqualTo(5);
    assertThat(attempt.accept(0, 3, records(3, 8))).isEqualTo(8);

    assertThat(log.lines()).isEqualTo(8);
    assertThat(heard).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
  }

  @Test
  void a_batch_after_a_gap_is_not_stored_and_the_gap_is_asked_for() {
    attempt.accept(0, 0, records(0, 2));

    assertThat(attempt.accept(0, 3, records(3, 6))).isEqualTo(2);
    assertThat(log.lines()).isEqualTo(2);
  }

  @Test
  void listeners_hear_how_many_lines_came() {
    List<Integer> counts = new ArrayList<>();
    RecordListener counting =
        new RecordListener() {
          @Override
          public void reported(AttemptId attemptId, int process, SpooledRecord record) {}

          @Override
          public void logged(AttemptId attemptId, int lines) {
            counts.add(lines);
          }
        };
    var counted =
        new OpenAttempt(id, "", 1, log, new OutputFolder(folder, Map.of()), List.of(counting));
    counted.accept(0, 0, List.of(Entry.sent(0, FakeProcess.line(3, 0, "one").build())));

    assertThat(counts).containsExactly(1);
  }

  @Test
  void processes_count_for_themselves() {
    attempt.accept(0, 0, records(0, 5));

    assertThat(attempt.accept(1, 0, records(0, 2))).isEqualTo(2);
    assertThat(attempt.hasProcess(1)).isTrue();
    assertThat(attempt.hasProcess(2)).isFalse();
  }

  @Test
  void after_a_restart_nothing_is_stored_twice() {
    attempt.accept(0, 0, records(0, 5));

    assertThat(open(JobLog.open(folder.resolve("log"))).accept(0, 0, records(0, 7))).isEqualTo(7);
    assertThat(JobLog.open(folder.resolve("log")).lines()).isEqualTo(7);
  }

  @Test
  void only_the_token_of_the_attempt_is_admitted() {
    assertThat(attempt.admits("secret")).isTrue();
    assertThat(attempt.admits("")).isFalse();
    assertThat(attempt.admits("secret2")).isFalse();
  }

  @Test
  void outputs_are_put_together_in_any_order_and_stay_in_their_bounds() throws IOException {
    OutputFolder outputs = attempt.outputs();
    outputs.write("out.f32", 4, new ByteArrayInputStream(new byte[] {5, 6, 7, 8}));
    outputs.write("out.f32", 0, new ByteArrayInputStream(new byte[] {1, 2, 3, 4}));

    assertThat(Files.readAllBytes(folder.resolve("out/out.f32")))
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    for (String name : List.of("../log", "/etc/passwd", "other", "")) {
      assertThatThrownBy(() -> outputs.write(name, 0, new ByteArrayInputStream(new byte[1])))
          .hasMessageContaining("no output");
    }
    assertThatThrownBy(() -> outputs.write("out.f32", 5, new ByteArrayInputStream(new byte[4])))
        .hasMessageContaining("beyond");
    assertThatThrownBy(() -> outputs.write("out.f32", -1, new ByteArrayInputStream(new byte[1])))
        .hasMessageContaining("outside");
  }
}
