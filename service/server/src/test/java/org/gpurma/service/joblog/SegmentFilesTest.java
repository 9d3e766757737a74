package org.gpurma.service.joblog;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentFilesTest {
  private static final int BLOCKS = 600;
  private static final int LINES = 10;

  @TempDir private Path folder;
  private Path file;
  private Path index;

  @BeforeEach
  void name() {
    file = folder.resolve("attempt/log");
    index = folder.resolve("attempt/log.index");
  }

  private JobLog open() {
    return JobLog.open(new SegmentFiles(file, 200_000), new SegmentFiles(index));
  }

  private List<Path> segments() throws IOException {
    try (Stream<Path> files = Files.list(file.getParent())) {
      return files.filter(path -> !path.equals(index)).sorted().toList();
    }
  }

  /** So many lines that they fill some segments. */
  private void write(JobLog log) {
    for (int block = 0; block < BLOCKS; block++) {
      LogLines.Builder lines = LogLines.newBuilder().setFirstSequence((long) block * LINES);
      for (int i = 0; i < LINES; i++) {
        lines.addTexts(ByteString.copyFromUtf8(text(block * LINES + i)));
      }
      log.append(List.of(Entry.sent(0, SpooledRecord.newBuilder().setLines(lines).build())));
    }
  }

  private static String text(int line) {
    return "line " + line + " " + "x".repeat(100);
  }

  private static List<LogLine> read(JobLog log, long after) throws IOException {
    try (LogReader reader = log.reader(after, LogFilter.ALL)) {
      return reader.next(Integer.MAX_VALUE);
    }
  }

  @Test
  void bytes_come_back_from_any_place_whatever_was_written_and_cut_off() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] expected = new byte[20_000];
    int size = 0;
    LogBytes bytes = new SegmentFiles(file, 1000);
    for (int round = 0; round < 200; round++) {
      byte[] more = new byte[random.nextInt(300)];
      random.nextBytes(more);
      if (size + more.length < expected.length) {
        bytes.write(ByteBuffer.wrap(more), size);
        System.arraycopy(more, 0, expected, size, more.length);
        size += more.length;
      }
      if (random.nextInt(20) == 0) {
        size = random.nextInt(size + 1);
        bytes.truncate(size);
      }
      if (random.nextInt(20) == 0) {
        bytes.force();
        bytes.close();
        bytes = new SegmentFiles(file, 1000);
      }
      assertThat(bytes.size()).as("seed %d", seed).isEqualTo(size);
      int from = random.nextInt(size + 1);
      assertThat(read(bytes, from))
          .as("seed %d", seed)
          .isEqualTo(Arrays.copyOfRange(expected, from, size));
    }
  }

  private static byte[] read(LogBytes bytes, long from) throws IOException {
    ByteBuffer read = ByteBuffer.allocate((int) (bytes.size() - from));
    try (LogBytes.Reading reading = bytes.read()) {
      while (read.hasRemaining() && reading.read(read, from + read.position()) > 0) {
        // To the end.
      }
    }
    assertThat(read.hasRemaining()).isFalse();
    return read.array();
  }

  @Test
  void a_log_of_many_segments_is_one_log_also_after_reopening() throws IOException {
    JobLog log = open();
    write(log);
    log.seal();
    assertThat(segments()).hasSizeGreaterThan(3).contains(file);
    JobLog reopened = open();
    for (JobLog one : List.of(log, reopened)) {
      for (int after : new int[] {0, 1, 3000, BLOCKS * LINES - 1}) {
        assertThat(read(one, after))
            .extracting(LogLine::text)
            .containsExactlyElementsOf(
                IntStream.range(after, BLOCKS * LINES).mapToObj(SegmentFilesTest::text).toList());
      }
    }
    reopened.write(Channel.SERVICE, "one more");
    assertThat(read(open(), BLOCKS * LINES)).extracting(LogLine::text).containsExactly("one more");
  }

  @Test
  void a_segment_that_is_lost_is_a_gap_in_the_log() throws IOException {
    JobLog log = open();
    write(log);
    log.seal();
    Files.delete(segments().get(2));

    JobLog reopened = open();
    List<LogLine> lines = read(reopened, 0);
    assertThat(reopened.lines()).isEqualTo(BLOCKS * LINES);
    List<LogLine> gaps = lines.stream().filter(line -> line.gap() != null).toList();
    assertThat(gaps).isNotEmpty();
    List<Long> told = new ArrayList<>();
    for (LogLine line : lines) {
      long first = line.gap() == null ? line.cursor() : line.gap().first();
      for (long cursor = first; cursor <= line.cursor(); cursor++) {
        told.add(cursor);
      }
    }
    assertThat(told)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, BLOCKS * LINES).mapToObj(Long::valueOf).toList());
  }

  @Test
  void a_torn_last_segment_costs_no_line_of_the_others() throws IOException {
    JobLog log = open();
    write(log);
    Path last = segments().getLast();
    byte[] bytes = Files.readAllBytes(last);
    Files.write(last, Arrays.copyOf(bytes, bytes.length - 5));

    List<LogLine> lines = read(open(), 0);
    assertThat(lines).hasSize((BLOCKS - 1) * LINES + 1);
    assertThat(lines.getLast().gap())
        .isEqualTo(new Gap(Gap.Of.LOG, (BLOCKS - 1) * LINES + 1, null));
  }
}
