package org.gpurma.service.joblog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.Sample;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobLogTest {
  @TempDir private Path folder;
  private Path file;
  private Path index;

  @BeforeEach
  void name() {
    file = folder.resolve("job/log");
    index = folder.resolve("job/log.index");
  }

  private static Entry.Sent line(int process, long sequence, int rank, String text) {
    return Entry.sent(process, FakeProcess.line(rank, sequence, text).build());
  }

  /** Lines {@code rank:first} to {@code rank:first+count-1} of one rank. */
  private static Entry.Sent block(int rank, int first, int count, long hostTime) {
    LogLines.Builder lines = LogLines.newBuilder().setRank(rank).setFirstSequence(first);
    for (int i = 0; i < count; i++) {
      lines.addDeviceTimeStepsNs(i == 0 ? 1_000_000L + first : 1);
      lines.addTexts(ByteString.copyFromUtf8(rank + ":" + (first + i)));
    }
    return Entry.sent(
        0, SpooledRecord.newBuilder().setHostTimeNs(hostTime).setLines(lines).build());
  }

  private static List<LogLine> lines(JobLog log, long after, LogFilter filter) throws IOException {
    List<LogLine> all = new ArrayList<>();
    try (LogReader reader = log.reader(after, filter)) {
      List<LogLine> lines = reader.next(100);
      while (!lines.isEmpty()) {
        all.addAll(lines);
        lines = reader.next(100);
      }
      assertThat(reader.cursor()).isEqualTo(Math.max(after, log.lines()));
    }
    return all;
  }

  private static List<String> texts(JobLog log, long after, LogFilter filter) throws IOException {
    return lines(log, after, filter).stream().map(line -> line.text()).toList();
  }

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

  /**
   * Enough blocks of 16 ranks for some stretches of the index; rank 16 speaks at two times only.
   */
  private JobLog large() {
    JobLog log = JobLog.open(file);
    for (int i = 0; i < 400; i++) {
      List<Entry> entries = new ArrayList<>();
      for (int rank = 0; rank < 16; rank++) {
        entries.add(block(rank, i * 5, 5, i * 1_000_000L));
      }
      if (i == 100 || i == 300) {
        entries.add(block(16, i == 100 ? 0 : 3, 3, i * 1_000_000L));
      }
      log.append(entries);
    }
    return log;
  }

  @Test
  void any_line_rank_and_time_of_a_large_log_is_found() throws IOException {
    JobLog log = large();
    assertThat(Files.size(index)).isPositive();
    log.seal();
    JobLog reopened = JobLog.open(file);
    for (JobLog open : List.of(log, reopened)) {
      assertThat(open.lines()).isEqualTo(400 * 16 * 5 + 6);
      assertThat(open.nextIndex(0)).isEqualTo(400 * 16 + 2);
      assertThat(texts(open, 0, new LogFilter(IdSet.of(16L), Set.of())))
          .containsExactly("16:0", "16:1", "16:2", "16:3", "16:4", "16:5");
      assertThat(texts(open, 20_000, new LogFilter(IdSet.of(16L), Set.of())))
          .containsExactly("16:3", "16:4", "16:5");
      assertThat(texts(open, 0, new LogFilter(IdSet.of(7L), Set.of())))
          .isEqualTo(IntStream.range(0, 2000).mapToObj(i -> "7:" + i).toList());
      assertThat(texts(open, 0, new LogFilter(IdSet.of(99L), Set.of()))).isEmpty();
      assertThat(texts(open, 0, new LogFilter(IdSet.ALL, Set.of(Channel.SERVICE)))).isEmpty();
      var late = new LogFilter(IdSet.of(2L), Set.of(), Instant.ofEpochMilli(398));
      assertThat(texts(open, 0, late))
          .isEqualTo(IntStream.range(1990, 2000).mapToObj(i -> "2:" + i).toList());
      assertThat(lines(open, 31_000, LogFilter.ALL).getFirst().cursor()).isEqualTo(31_001);
    }
  }

  @Test
  void an_index_that_is_missing_or_wrong_is_made_anew() throws IOException {
    JobLog whole = large();
    whole.seal();
    List<String> texts = texts(whole, 0, LogFilter.ALL);
    byte[] bytes = Files.readAllBytes(index);
    long seed = new Random().nextLong();
    Random random = new Random(seed);

    for (int round = 0; round < 30; round++) {
      byte[] damaged = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      if (damaged.length > 16) {
        damaged[random.nextInt(16, damaged.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(index, damaged);
      JobLog log = JobLog.open(file);
      assertThat(texts(log, 0, LogFilter.ALL)).as("seed %d", seed).isEqualTo(texts);
      assertThat(log.nextIndex(0)).as("seed %d", seed).isEqualTo(400 * 16 + 2);
      log.seal();
      assertThat(Files.readAllBytes(index)).as("seed %d", seed).isEqualTo(bytes);
    }
  }

  @Test
  void a_torn_end_is_cut_off_at_every_possible_byte_and_told_and_writing_goes_on()
      throws IOException {
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
      List<String> texts = new ArrayList<>(texts(JobLog.open(file), 0, LogFilter.ALL));
      if (length > before) {
        assertThat(texts.remove(1)).startsWith("gap: the last " + (length - before) + " bytes");
      }
      assertThat(texts).containsExactly("first", "again");
    }
  }

  @Test
  void a_log_that_is_torn_in_its_header_begins_anew() throws IOException {
    JobLog.open(file).write(Channel.SERVICE, "lost");
    byte[] bytes = Files.readAllBytes(file);
    for (int length = 0; length < 16; length++) {
      Files.write(file, Arrays.copyOf(bytes, length));
      JobLog.open(file).write(Channel.SERVICE, "begin");
      assertThat(texts(JobLog.open(file), 0, LogFilter.ALL)).containsExactly("begin");
    }
  }

  @Test
  void a_changed_byte_at_the_end_is_noticed() throws IOException {
    JobLog log = JobLog.open(file);
    log.append(List.of(line(0, 0, 0, "first")));
    long before = Files.size(file);
    log.append(List.of(line(0, 1, 0, "second")));
    change(before + 20);

    assertThat(texts(JobLog.open(file), 0, LogFilter.ALL))
        .satisfiesExactly(
            text -> assertThat(text).isEqualTo("first"),
            text -> assertThat(text).startsWith("gap: "));
  }

  private void change(long offset) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
      ByteBuffer bytes = ByteBuffer.allocate(1);
      channel.read(bytes, offset);
      bytes.put(0, (byte) (bytes.get(0) ^ 1));
      channel.write(bytes.flip(), offset);
    }
  }

  @Test
  void wherever_a_byte_is_changed_a_gap_stands_for_the_lines_that_are_lost() throws IOException {
    JobLog whole = large();
    whole.seal();
    List<LogLine> all = lines(whole, 0, LogFilter.ALL);
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      long at = random.nextLong(16, Files.size(file));
      change(at);
      JobLog log = JobLog.open(file);
      assertThat(log.lines()).as("seed %d", seed).isEqualTo(all.size());
      long expected = 1;
      for (LogLine line : lines(log, 0, LogFilter.ALL)) {
        if (line.channel() == Channel.SERVICE) {
          assertThat(line.text())
              .as("seed %d, byte %d", seed, at)
              .startsWith("gap: lines " + expected + " to " + line.cursor());
        } else {
          assertThat(line).as("seed %d, byte %d", seed, at).isEqualTo(all.get((int) expected - 1));
        }
        expected = line.cursor() + 1;
      }
      assertThat(expected).as("seed %d, byte %d", seed, at).isEqualTo(all.size() + 1);
      assertThat(log.nextIndex(0)).isEqualTo(400 * 16 + 2);
      change(at);
    }
  }

  @Test
  void damage_under_a_reader_is_a_gap_and_no_endless_loop() throws IOException {
    JobLog log = JobLog.open(file);
    log.write(Channel.SERVICE, "first");
    log.write(Channel.SERVICE, "second");
    change(Files.size(file) - 1);
    log.write(Channel.SERVICE, "third");
    try (LogReader reader = log.reader(0, LogFilter.ALL)) {
      assertThat(reader.next(10))
          .satisfiesExactly(
              line -> assertThat(line.text()).isEqualTo("first"),
              line -> assertThat(line.text()).startsWith("gap: lines 2 to 3"));
      assertThat(reader.cursor()).isEqualTo(3);
      log.write(Channel.SERVICE, "fourth");
      assertThat(reader.next(10).getFirst().text()).isEqualTo("fourth");
    }
  }

  @Test
  void a_log_that_was_cut_says_which_lines_are_lost_and_goes_on() throws IOException {
    JobLog whole = large();
    whole.seal();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() / 2);
    }

    JobLog log = JobLog.open(file);
    long left = log.lines() - 1;
    assertThat(left).isBetween(10_000L, 20_000L);
    assertThat(texts(log, left, LogFilter.ALL))
        .singleElement()
        .asString()
        .startsWith("gap: the log file was cut, and lines " + (left + 1) + " to 32006");
    log.append(List.of(block(0, 9000, 5, 0)));
    log.seal();

    JobLog again = JobLog.open(file);
    assertThat(again.lines()).isEqualTo(left + 6);
    assertThat(texts(again, left + 1, LogFilter.ALL))
        .containsExactly("0:9000", "0:9001", "0:9002", "0:9003", "0:9004");
  }

  @Test
  void a_log_of_the_first_version_is_read_and_goes_on() throws IOException {
    List<Frames.Payload> payloads = new ArrayList<>();
    payloads.add(new Entry.Written(Channel.SERVICE, Level.INFO, Instant.EPOCH, "begin").payload());
    for (int i = 0; i < 3000; i++) {
      var line =
          org.gpurma.wire.LogLine.newBuilder().setRank(i % 3).setSequence(i).setText("old " + i);
      payloads.add(Entry.sent(0, SpooledRecord.newBuilder().setLog(line).build()).payload());
    }
    Files.createDirectories(file.getParent());
    Files.write(file, Frames.encode(payloads).array());

    JobLog log = JobLog.open(file);
    log.seal();
    for (JobLog open : List.of(log, JobLog.open(file))) {
      assertThat(open.lines()).isEqualTo(3001);
      assertThat(open.nextIndex(0)).isEqualTo(3000);
      assertThat(texts(open, 2999, LogFilter.ALL)).containsExactly("old 2998", "old 2999");
      assertThat(texts(open, 2991, new LogFilter(IdSet.of(1L), Set.of())))
          .containsExactly("old 2992", "old 2995", "old 2998");
    }
    JobLog reopened = JobLog.open(file);
    reopened.append(List.of(block(0, 3000, 1, 0)));
    assertThat(texts(JobLog.open(file), 3000, LogFilter.ALL)).containsExactly("old 2999", "0:3000");
  }

  @Test
  void a_log_of_a_later_version_is_refused_with_a_word() throws IOException {
    JobLog.open(file).write(Channel.SERVICE, "begin");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {0, 9}), 14);
    }
    assertThatThrownBy(() -> JobLog.open(file))
        .hasMessageContaining("GPURMA LOG of version 9, this service knows version 4");
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
