package org.gpurma.service.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpurma.service.job.CheckReport;
import org.gpurma.service.job.CheckReport.Result;
import org.gpurma.service.joblog.Entry;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.jobspec.CheckSpec;
import org.gpurma.service.jobspec.ElementType;
import org.gpurma.service.runfolder.RunFolder;
import org.gpurma.service.testing.FakeProcess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckerTest {
  @TempDir private Path root;
  private RunFolder folder;
  private JobLog log;

  @BeforeEach
  void folders() throws IOException {
    folder = new RunFolder(root);
    log = JobLog.open(folder.log());
    Files.createDirectories(folder.outputs());
    Files.createDirectories(folder.files());
  }

  private void output(float... values) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putFloat(value);
    }
    Files.write(folder.outputs().resolve("out"), bytes.array());
  }

  private void reference(double... values) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 8).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      bytes.putDouble(value);
    }
    Files.write(folder.files().resolve("ref"), bytes.array());
  }

  private CheckReport.Result run(CheckSpec check) throws IOException {
    return new Checker(folder, log, 2).run(List.of(check)).results().getFirst();
  }

  private static CheckSpec compare(Double relative, Double absolute) {
    return new CheckSpec.Compare(
        "out", ElementType.FLOAT32, "ref", ElementType.FLOAT64, relative, absolute);
  }

  private static CheckSpec sum(double equals, Double relative) {
    return new CheckSpec.Sum("out", ElementType.FLOAT32, equals, relative, null);
  }

  @Test
  void near_enough_is_equal_and_the_worst_element_is_named() throws IOException {
    output(1, 2, 3.5f);
    reference(1, 2, 3);

    CheckReport.Result result = run(compare(0.2, 0.5));
    assertThat(result.passed()).isTrue();
    assertThat(result.detail()).contains("worst element 2 off by 0.500", "3.5 instead of 3.0");
    assertThat(run(compare(0.1, 0.5)).passed()).isFalse();
    assertThat(run(compare(0.2, 0.4)).passed()).isFalse();
    assertThat(run(compare(null, 0.5)).passed()).isTrue();
  }

  @Test
  void nan_and_infinity_never_pass() throws IOException {
    for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
      output(bad, 1);
      reference(1, 1);
      assertThat(run(compare(1e300, 1e300)).passed()).isFalse();
      assertThat(run(compare(null, 1e300)).passed()).isFalse();
      assertThat(run(compare(1e300, null)).passed()).isFalse();
      assertThat(run(sum(2, 1e300)).passed()).isFalse();
    }
    output(1, 1);
    reference(1, Double.NaN);
    assertThat(run(compare(null, 1.0)).passed()).isFalse();
  }

  @Test
  void an_absent_or_short_output_fails() throws IOException {
    reference(1, 2);
    assertThat(run(compare(1.0, 1.0)).detail()).isEqualTo("the job left no out");
    output(1);
    assertThat(run(compare(1.0, 1.0)).detail()).contains("has 1 elements, its reference 2");
  }

  @Test
  void a_reference_of_zeros_takes_zeros_only() throws IOException {
    reference(0, 0);
    output(0, 0);
    assertThat(run(compare(1e-6, null)).passed()).isTrue();
    output(0, 1e-30f);
    assertThat(run(compare(1e-6, null)).passed()).isFalse();
  }

  @Test
  void long_integers_are_compared_exactly() throws IOException {
    long big = (1L << 60) + 1;
    Files.write(folder.outputs().resolve("out"), longBytes(big));
    Files.write(folder.files().resolve("ref"), longBytes(big - 1));
    var exact =
        new CheckSpec.Compare("out", ElementType.INT64, "ref", ElementType.INT64, null, 0.0);

    assertThat(run(exact).passed()).isFalse();
    Files.write(folder.files().resolve("ref"), longBytes(big));
    assertThat(run(exact).passed()).isTrue();
  }

  private static byte[] longBytes(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }

  @Test
  void a_sum_is_near_its_number() throws IOException {
    output(1, 2, 3.5f);

    assertThat(run(sum(6.5, null)).passed()).isTrue();
    assertThat(run(sum(6.50001, null)).passed()).isFalse();
    assertThat(run(sum(6.50001, 1e-5)).passed()).isTrue();
  }

  private void logs(String... texts) {
    for (int i = 0; i < texts.length; i++) {
      var record = FakeProcess.line(i % 2, i, texts[i]).build();
      log.append(List.of(Entry.sent(0, record)));
    }
  }

  @Test
  void every_rank_must_say_its_line_once() throws IOException {
    var hello = new CheckSpec.Logs("I am ${rank} of ${ranks}", null, null);
    logs("I am 0 of 2", "I am 1 of 2", "something else");
    assertThat(run(hello).passed()).isTrue();
    logs("I am 0 of 2");
    assertThat(run(hello).detail()).startsWith("rank 0 has 2 lines that match");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(a|aa)+b", "(?:a|a)*c"})
  void a_pattern_that_tries_too_many_ways_fails_and_does_not_hang(String pattern)
      throws IOException {
    logs("a".repeat(2_000), "b");

    assertThat(run(new CheckSpec.Logs(pattern, null, null)))
        .isEqualTo(new Result("logs", false, "the pattern takes too long on a line: " + pattern));
  }

  @Test
  void a_rank_that_is_silent_or_says_anothers_line_fails() throws IOException {
    logs("I am 1 of 2", "I am 10 of 2");

    assertThat(run(new CheckSpec.Logs("I am ${rank} of ${ranks}", null, null)).detail())
        .contains("rank 0 has 0", "rank 1 has 0");
  }

  @Test
  void one_rank_must_have_said_all_texts() throws IOException {
    logs("LEADER: 1st peer device is 8", "no leader");

    assertThat(run(new CheckSpec.Logs(null, 0L, List.of("LEADER", "is 8"))).passed()).isTrue();
    assertThat(run(new CheckSpec.Logs(null, 1L, List.of("LEADER"))).detail())
        .isEqualTo("rank 1 did not log: LEADER");
  }
}
