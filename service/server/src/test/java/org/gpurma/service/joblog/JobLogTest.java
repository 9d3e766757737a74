package org.gpurma.service.joblog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.wire.Sample;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.Test;

class JobLogTest extends JobLogFixture {
  @Test
  void lines_come_back_in_order_from_any_cursor_also_after_reopening() throws IOException {
    JobLog log = JobLog.open(file);
    for (int i = 0; i < 3000; i++) {
      var sample = Sample.newBuilder().setBarriers(1);
      var record = SpooledRecord.newBuilder().setSample(sample).build();
      log.append(List.of(line(0, i, 0, "line " + i), Entry.sent(0, record)));
    }

    for (JobLog open : List.of(log, JobLog.open(file))) {
      assertThat(open.lines()).isEqualTo(3000);
      assertThat(open.nextIndex(0)).isEqualTo(6000);
      for (long after : List.of(0L, 1L, 255L, 256L, 257L, 1000L, 2999L, 3000L)) {
        assertThat(texts(open, after, LogFilter.ALL))
            .containsExactlyElementsOf(
                IntStream.range((int) after, 3000).mapToObj(i -> "line " + i).toList());
      }
    }
  }

  @Test
  void blocks_come_back_line_by_line_with_their_times_and_numbers() throws IOException {
    JobLog log = JobLog.open(file);
    log.append(List.of(block(3, 0, 4, 1_500_000_000L), block(5, 7, 2, 2_000_000_000L)));

    assertThat(lines(log, 2, LogFilter.ALL))
        .containsExactly(
            rankLine(3, 3, 2, 1_000_002, 1_500, "3:2"),
            rankLine(4, 3, 3, 1_000_003, 1_500, "3:3"),
            rankLine(5, 5, 7, 1_000_007, 2_000, "5:7"),
            rankLine(6, 5, 8, 1_000_008, 2_000, "5:8"));
    assertThat(log.lines(Channel.RANK)).isEqualTo(6);
  }

  private static LogLine rankLine(
      long cursor, long rank, long sequence, long deviceTime, long millis, String text) {
    return new LogLine(
        cursor,
        Channel.RANK,
        Level.INFO,
        rank,
        0,
        sequence,
        deviceTime,
        Instant.ofEpochMilli(millis),
        text,
        null);
  }

  @Test
  void a_page_may_end_inside_a_block() throws IOException {
    JobLog log = JobLog.open(file);
    log.append(List.of(block(0, 0, 10, 0), block(1, 0, 10, 0)));
    try (LogReader reader = log.reader(0, LogFilter.ALL)) {
      assertThat(reader.next(7)).hasSize(7);
      assertThat(reader.cursor()).isEqualTo(7);
      assertThat(reader.next(7)).hasSize(7);
      assertThat(reader.cursor()).isEqualTo(14);
      assertThat(reader.next(7)).hasSize(6);
      assertThat(reader.cursor()).isEqualTo(20);
      assertThat(reader.next(7)).isEmpty();
    }
  }

  @Test
  void filters_choose_ranks_and_channels_and_cursors_stay_those_of_the_whole() throws IOException {
    JobLog log = JobLog.open(file);
    log.write(Channel.SERVICE, "begin");
    log.append(List.of(line(0, 0, 3, "three"), line(1, 0, 9, "nine")));
    log.writeLines(Channel.COMPILER, List.of("warning", "note"));

    assertThat(texts(log, 0, new LogFilter(IdSet.of(9L), Set.of()))).containsExactly("nine");
    assertThat(texts(log, 0, new LogFilter(IdSet.ALL, Set.of(Channel.COMPILER))))
        .containsExactly("warning", "note");
    assertThat(texts(log, 4, new LogFilter(IdSet.ALL, Set.of(Channel.COMPILER))))
        .containsExactly("note");
    assertThat(log.lines(Channel.RANK)).isEqualTo(2);
  }

  @Test
  void a_stall_is_a_line_of_the_service_and_counts_as_a_record_of_its_process() throws IOException {
    JobLog log = JobLog.open(file);
    var stall = FakeProcess.stalled("rank 3 waits").build();
    log.append(List.of(line(1, 0, 3, "before"), Entry.sent(1, stall)));

    for (JobLog open : List.of(log, JobLog.open(file))) {
      assertThat(texts(open, 0, LogFilter.ALL)).containsExactly("before", "stall: rank 3 waits");
      assertThat(texts(open, 1, new LogFilter(IdSet.ALL, Set.of(Channel.SERVICE))))
          .containsExactly("stall: rank 3 waits");
      assertThat(open.nextIndex(1)).isEqualTo(2);
      assertThat(open.lines(Channel.SERVICE)).isEqualTo(1);
    }
  }

  @Test
  void a_waiting_reader_wakes_for_a_line_and_for_the_end() throws Exception {
    JobLog log = JobLog.open(file);
    assertThat(log.await(0, Duration.ofMillis(10))).isFalse();

    Thread.ofVirtual().start(() -> log.write(Channel.SERVICE, "now"));
    assertThat(log.await(0, Duration.ofSeconds(10))).isTrue();
    assertThat(log.await(1, Duration.ofMillis(10))).isFalse();
    Thread.ofVirtual().start(log::seal);
    assertThat(log.await(1, Duration.ofSeconds(10))).isTrue();
  }

  @Test
  void readers_beside_a_writer_see_every_line_once() throws Exception {
    JobLog log = JobLog.open(file);
    int lines = 50_000;
    List<List<String>> seen = new ArrayList<>();
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      List<String> texts = new ArrayList<>();
      seen.add(texts);
      readers.add(Thread.ofVirtual().start(() -> readAll(log, texts)));
    }
    for (int i = 0; i < lines; i += 10) {
      log.append(List.of(block(0, i, 7, 0), block(0, i + 7, 3, 0)));
      assertThat(log.lines()).isEqualTo(i + 10);
    }
    log.seal();
    for (Thread reader : readers) {
      reader.join();
    }

    List<String> all = IntStream.range(0, lines).mapToObj(n -> "0:" + n).toList();
    assertThat(seen).allSatisfy(texts -> assertThat(texts).isEqualTo(all));
  }

  private static void readAll(JobLog log, List<String> texts) {
    try (LogReader reader = log.reader(0, LogFilter.ALL)) {
      while (!log.sealed() || reader.cursor() < log.lines()) {
        log.await(reader.cursor(), Duration.ofSeconds(1));
        reader.next(64).forEach(found -> texts.add(found.text()));
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void all_reports_but_lines_are_replayed() {
    JobLog log = JobLog.open(file);
    var counters = SpooledRecord.newBuilder().setSample(Sample.newBuilder().setBarriers(4)).build();
    log.append(List.of(line(0, 0, 0, "a"), Entry.sent(1, counters)));
    log.write(Channel.SERVICE, "between");
    List<Entry.Reported> replayed = new ArrayList<>();

    JobLog.open(file).replay(replayed::add);

    assertThat(replayed).containsExactly(new Entry.Reported(1, counters));
  }
}
