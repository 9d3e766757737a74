package org.gpurma.service.joblog;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.gpurma.wire.LogGap;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextLayoutTest {
  @TempDir private Path folder;
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  /** Texts of any length, some of them no UTF-8, and what is no line of a rank. */
  private JobLog log() {
    JobLog log = JobLog.open(folder.resolve("log"));
    for (int i = 0; i < 2000; i++) {
      LogLines.Builder lines = LogLines.newBuilder().setRank(random.nextInt(12));
      for (int left = 1 + random.nextInt(20); left > 0; left--) {
        byte[] text = new byte[random.nextInt(30)];
        random.nextBytes(text);
        lines.addTexts(
            random.nextInt(10) == 0 ? ByteString.copyFrom(text) : ByteString.copyFromUtf8("ä" + i));
      }
      var record = SpooledRecord.newBuilder().setHostTimeNs(i * 1_000_000L);
      if (i % 100 == 0) {
        record.setGap(LogGap.newBuilder().setRank(3).setFirstSequence(1).setLastSequence(i));
      } else {
        record.setLines(lines);
      }
      log.append(List.of(Entry.sent(random.nextInt(2), record.build())));
    }
    log.write(Channel.SERVICE, "end");
    return log;
  }

  /** What a line is as text here: a word of its author, and itself. */
  private static byte[] text(LogLine line) {
    return ((line.rank() == null ? line.channel().word() : line.rank()) + line.text())
        .getBytes(StandardCharsets.UTF_8);
  }

  private static int lead(Channel channel, long rank) {
    return rank == Source.NONE ? channel.word().length() : Long.toString(rank).length();
  }

  private static LogFilter since(long millis) {
    return new LogFilter(IdSet.ALL, Set.of(), Instant.ofEpochMilli(millis));
  }

  @Test
  void any_byte_of_the_text_is_found_whatever_the_filter() throws IOException {
    JobLog log = log();
    assertFound(log);
  }

  @Test
  void any_byte_of_the_text_is_found_where_parts_of_the_log_cannot_be_read() throws IOException {
    JobLog log = log();
    log.seal();
    Path file = folder.resolve("log");
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 0; i < 3; i++) {
      bytes[random.nextInt(FileHeader.BYTES, bytes.length)] ^= 1;
    }
    Files.write(file, bytes);
    assertFound(log);
    try (LogReader reader = log.reader(0, LogFilter.ALL)) {
      assertThat(reader.next(Integer.MAX_VALUE))
          .as("seed %d", seed)
          .anyMatch(line -> line.gap() != null && line.gap().of() == Gap.Of.LOG);
    }
  }

  private void assertFound(JobLog log) throws IOException {
    for (LogFilter filter :
        List.of(
            LogFilter.ALL,
            new LogFilter(IdSet.parse("3,7"), Set.of()),
            since(777),
            since(1_000_000),
            new LogFilter(
                IdSet.ALL, IdSet.ALL, Set.of(), Set.of(), new SearchText("7"), Instant.MIN))) {
      List<LogLine> lines;
      try (LogReader reader = log.reader(0, filter)) {
        lines = reader.next(Integer.MAX_VALUE);
      }
      var layout = new TextLayout(log, filter, TextLayoutTest::lead);
      assertThat(layout.bytes())
          .as("seed %d", seed)
          .isEqualTo(lines.stream().mapToLong(line -> text(line).length).sum());
      for (int i = 0; layout.bytes() > 0 && i < 50; i++) {
        long offset = i == 0 ? layout.bytes() - 1 : random.nextLong(layout.bytes());
        TextLayout.Spot spot = layout.at(offset);
        long before =
            lines.stream()
                .filter(line -> line.cursor() <= spot.after())
                .mapToLong(line -> text(line).length)
                .sum();
        assertThat(before + spot.skip()).as("seed %d", seed).isEqualTo(offset);
      }
    }
  }
}
