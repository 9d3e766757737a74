package org.gpurma.service.joblog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.Test;

class DamagedJobLogTest extends JobLogFixture {
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
}
