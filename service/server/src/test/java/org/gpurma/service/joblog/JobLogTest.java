package org.gpurma.service.joblog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.wire.Counters;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobLogTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("job/log");
  }

  private static Entry.Reported line(int process, long index, int rank, String text) {
    return new Entry.Reported(process, FakeProcess.line(rank, index, text).setIndex(index).build());
  }

  private static List<String> texts(JobLog log, long after, LogFilter filter) throws IOException {
    List<String> texts = new ArrayList<>();
    try (LogReader reader = log.reader(after, filter)) {
      List<LogLine> lines = reader.next(100);
      while (!lines.isEmpty()) {
        lines.forEach(found -> texts.add(found.text()));
        lines = reader.next(100);
      }
    }
    return texts;
  }

  @Test
  void lines_come_back_in_order_from_any_cursor_also_after_reopening() throws IOException {
    JobLog log = JobLog.open(file);
    for (int i = 0; i < 3000; i++) {
      var counters = Counters.newBuilder().setRank(1);
      var record = SpooledRecord.newBuilder().setIndex(2 * i + 1).setCounters(counters).build();
      log.append(List.of(line(0, 2 * i, 0, "line " + i), new Entry.Reported(0, record)));
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
  void a_torn_end_is_cut_off_at_every_possible_byte_and_writing_goes_on() throws IOException {
    JobLog whole = JobLog.open(file);
    whole.append(List.of(line(0, 0, 0, "first")));
    long before = Files.size(file);
    whole.append(List.of(line(0, 1, 0, "second")));
    byte[] bytes = Files.readAllBytes(file);

    for (int length = (int) before; length < bytes.length; length++) {
      Files.write(file, Arrays.copyOf(bytes, length));
      JobLog log = JobLog.open(file);
      assertThat(log.nextIndex(0)).isEqualTo(1);
      log.append(List.of(line(0, 1, 0, "again")));
      assertThat(texts(JobLog.open(file), 0, LogFilter.ALL)).containsExactly("first", "again");
    }
  }

  @Test
  void a_changed_byte_is_noticed() throws IOException {
    JobLog log = JobLog.open(file);
    log.append(List.of(line(0, 0, 0, "first")));
    long before = Files.size(file);
    log.append(List.of(line(0, 1, 0, "second")));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {42}), before + 20);
    }

    assertThat(texts(JobLog.open(file), 0, LogFilter.ALL)).containsExactly("first");
  }

  @Test
  void filters_choose_ranks_and_channels_and_cursors_stay_those_of_the_whole() throws IOException {
    JobLog log = JobLog.open(file);
    log.write(Channel.SERVICE, "begin");
    log.append(List.of(line(0, 0, 3, "three"), line(1, 0, 9, "nine")));
    log.writeLines(Channel.COMPILER, List.of("warning", "note"));

    assertThat(texts(log, 0, new LogFilter(Set.of(9L), Set.of()))).containsExactly("nine");
    assertThat(texts(log, 0, new LogFilter(Set.of(), Set.of(Channel.COMPILER))))
        .containsExactly("warning", "note");
    assertThat(texts(log, 4, new LogFilter(Set.of(), Set.of(Channel.COMPILER))))
        .containsExactly("note");
    assertThat(log.lines(Channel.RANK)).isEqualTo(2);
  }

  @Test
  void a_stall_is_a_line_of_the_service_and_counts_as_a_record_of_its_process() throws IOException {
    JobLog log = JobLog.open(file);
    var stall = FakeProcess.stalled("rank 3 waits").setIndex(1).build();
    log.append(List.of(line(1, 0, 3, "before"), new Entry.Reported(1, stall)));

    for (JobLog open : List.of(log, JobLog.open(file))) {
      assertThat(texts(open, 0, LogFilter.ALL)).containsExactly("before", "stall: rank 3 waits");
      assertThat(texts(open, 1, new LogFilter(Set.of(), Set.of(Channel.SERVICE))))
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
    int lines = 20_000;
    List<List<String>> seen = new ArrayList<>();
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      List<String> texts = new ArrayList<>();
      seen.add(texts);
      readers.add(Thread.ofVirtual().start(() -> readAll(log, texts)));
    }
    for (int i = 0; i < lines; i += 10) {
      int first = i;
      log.append(IntStream.range(i, i + 10).mapToObj(n -> line(0, n, 0, "line " + n)).toList());
      assertThat(log.lines()).isEqualTo(first + 10);
    }
    log.seal();
    for (Thread reader : readers) {
      reader.join();
    }

    List<String> all = IntStream.range(0, lines).mapToObj(n -> "line " + n).toList();
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
  void all_reports_are_replayed() {
    JobLog log = JobLog.open(file);
    log.append(List.of(line(0, 0, 0, "a"), line(1, 0, 8, "b")));
    log.write(Channel.SERVICE, "between");
    List<Entry.Reported> replayed = new ArrayList<>();

    JobLog.open(file).replay(replayed::add);

    assertThat(replayed).extracting(Entry.Reported::process).containsExactly(0, 1);
  }
}
