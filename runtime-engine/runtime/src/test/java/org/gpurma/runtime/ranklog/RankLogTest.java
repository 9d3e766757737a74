package org.gpurma.runtime.ranklog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gpurma.runtime.queue.FlaggedQueueWriter;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.EntryDescriptor;
import org.gpurma.runtime.records.LogEntryDescriptor;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.report.SpoolWriter;
import org.gpurma.wire.LogGap;
import org.gpurma.wire.LogLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankLogTest {

  private static final int RANK = 7;
  private static final int SLOTS = 16;
  private static final long CONSUMED = (long) SLOTS * EntryDescriptor.BYTES;
  private static final long DROPPED = CONSUMED + Integer.BYTES;

  @TempDir private Path folder;
  private final MemorySegment memory = FakeLog.memory(SLOTS);
  private Path file;
  private Spool spool;
  private SpoolWriter writer;
  private RankLog log;
  private FakeLog device;

  @BeforeEach
  void open() throws IOException {
    file = folder.resolve("0.spool");
    spool = Spool.open(file);
    writer = spool.writer();
    log = new RankLog(RANK, new LogQueue(memory, 0, CONSUMED, DROPPED, SLOTS), writer);
    device =
        new FakeLog(new FlaggedQueueWriter(memory, 0, CONSUMED, SLOTS), () -> log.poll(SLOTS / 2));
  }

  @AfterEach
  void close() throws IOException {
    spool.close();
  }

  @Test
  void everyKindOfValueBecomesText() throws IOException {
    device
        .text("rank ")
        .number(LogEntryDescriptor.INTEGER, -7)
        .text(" of ")
        .number(LogEntryDescriptor.NATURAL, -1)
        .text(" ")
        .number(LogEntryDescriptor.REAL, Double.doubleToRawLongBits(0.1))
        .text(" ")
        .truth(true)
        .truth(false)
        .text(" ")
        .number(LogEntryDescriptor.ADDRESS, 0x7f00)
        .text(" ")
        .shortNumber(LogEntryDescriptor.SHORT_INTEGER, -8)
        .shortNumber(LogEntryDescriptor.SHORT_NATURAL, -1)
        .endLine(1);

    assertThat(texts())
        .containsExactly("rank -7 of 18446744073709551615 0.1 10 0x7f00 -84294967295");
  }

  @Test
  void itIsKnownHowFullTheQueueBecame() {
    FlaggedQueueWriter queue = new FlaggedQueueWriter(memory, 0, CONSUMED, SLOTS);
    FakeLog quiet = new FakeLog(queue, () -> {});
    for (int i = 0; i < 3; i++) {
      quiet.text("a").endLine(i);
    }
    log.poll(SLOTS);
    assertThat(log.highWater()).isEqualTo(3);
    assertThat(log.wasFull()).isFalse();

    for (int i = 0; i < SLOTS; i++) {
      quiet.text("b").endLine(i);
    }
    log.poll(SLOTS);
    assertThat(log.highWater()).isEqualTo(SLOTS);
    assertThat(log.wasFull()).isTrue();

    quiet.text("c").endLine(0);
    log.poll(SLOTS);
    assertThat(log.highWater()).isEqualTo(SLOTS);
    assertThat(log.wasFull()).isFalse();
    log.poll(SLOTS);
    assertThat(log.wasFull()).isFalse();
  }

  @Test
  void linesAreNumberedAndKeepTheirDeviceTimes() throws IOException {
    long[] times = {5_000_000_000L, 5_000_000_200L, 5_000_000_100L, Long.MIN_VALUE, -1, 0};
    for (long time : times) {
      device.text("now").endLine(time);
    }

    List<SpooledLines.Line> lines = lines();
    for (int i = 0; i < times.length; i++) {
      assertThat(lines.get(i)).isEqualTo(new SpooledLines.Line(RANK, i, times[i], "now"));
    }
  }

  @Test
  void whatTheRankDroppedIsAGapInItsNumbersAndNoHalfLineStays() throws IOException {
    device.text("first").endLine(1);
    device.text("a line whose beginning fills more than one entry of the queue, and then");
    drop(3).tellDropped();
    device.text("fifth").endLine(2);
    drop(1).tellDropped();

    assertThat(lines())
        .containsExactly(
            new SpooledLines.Line(RANK, 0, 1, "first"), new SpooledLines.Line(RANK, 4, 2, "fifth"));
    assertThat(SpooledLines.gapsIn(file)).containsExactly(gap(1, 3), gap(5, 5));
  }

  @Test
  void whatARankDroppedLastIsAGapThoughItHadNoRoomToSayIt() throws IOException {
    drop(2).tellDropped();
    device.text("third").endLine(1);
    device.text("the beginning of a line whose end the rank dropped, longer than one entry");
    drop(4);

    assertThat(lines()).containsExactly(new SpooledLines.Line(RANK, 2, 1, "third"));
    assertThat(SpooledLines.gapsIn(file)).containsExactly(gap(0, 1), gap(3, 6));
  }

  private FakeLog drop(int lines) {
    device.drop(lines);
    SharedInts.setRelease(memory, DROPPED, device.dropped());
    return device;
  }

  private static LogGap gap(long first, long last) {
    return LogGap.newBuilder().setRank(RANK).setFirstSequence(first).setLastSequence(last).build();
  }

  @Test
  void aLineHasTheLevelThatItsRankGaveItAndTheNextIsInformationAgain() throws IOException {
    device.text("one").endLine(1);
    device
        .level(LogLevel.WARNING)
        .text("two, which is longer than an entry of the log queue is")
        .endLine(2);
    device.level(LogLevel.WARNING).text("three").endLine(3);
    device
        .text("four, whose level comes when a part of it is gone already")
        .level(LogLevel.ERROR)
        .endLine(4);
    device.text("five").endLine(5);

    assertThat(lines()).extracting(SpooledLines.Line::sequence).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(SpooledLines.levelsIn(file))
        .containsExactly(
            LogLevel.INFO, LogLevel.WARNING, LogLevel.WARNING, LogLevel.ERROR, LogLevel.INFO);
  }

  @Test
  void anEmptyLineIsALine() throws IOException {
    device.endLine(1);
    device.text("").endLine(2);
    assertThat(texts()).containsExactly("", "");
  }

  @Test
  void aNewlineAtTheEndIsNotPartOfTheLine() throws IOException {
    device.text("hello\n").endLine(1);
    device.text("\n").endLine(1);
    assertThat(texts()).containsExactly("hello", "");
  }

  @Test
  void aLineBeyondTheLimitComesOutInMarkedPieces() throws IOException {
    String character = "\u00e4";
    int characters = LineBlock.LIMIT_BYTES / 2;
    device
        .text("x" + character.repeat(characters / 2))
        .text(character.repeat(characters / 2))
        .endLine(1);
    device.text("next").endLine(2);

    assertThat(texts())
        .containsExactly(
            "x" + character.repeat(characters - 1) + LineBlock.CONTINUES,
            LineBlock.CONTINUED + character,
            "next");
  }

  @Test
  void aLineWithoutAnEndOfAllKindsOfItemsComesOutAsAWhole() throws IOException {
    StringBuilder said = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      device.number(LogEntryDescriptor.INTEGER, i).text(" ");
      said.append(i).append(' ');
    }
    device.endLine(1);

    StringBuilder heard = new StringBuilder();
    for (String text : texts()) {
      String own =
          text.startsWith(LineBlock.CONTINUED)
              ? text.substring(LineBlock.CONTINUED.length())
              : text;
      heard.append(own.replace(LineBlock.CONTINUES, ""));
    }
    assertThat(heard).hasToString(said.toString());
  }

  @Test
  void anUnknownItemSpoilsItsLineOnly() throws IOException {
    device.text("before ").head(99, 0).head(1, 5).text("x".repeat(100)).endLine(1);
    device.text("after").endLine(2);
    assertThat(texts()).containsExactly("before [log item of unknown kind 99]", "after");
  }

  @Test
  void whatWasSaidOfALineWithoutAnEndIsALine() throws IOException {
    device.text("a line").endLine(1);
    device.text("not ended, and longer than the entry that it begins in");
    device.endLine(1);
    log.poll(1);
    log.flush();
    log.poll(1);
    log.close();
    writer.flush();
    assertThat(SpooledLines.in(file))
        .extracting(SpooledLines.Line::text)
        .containsExactly("a line", "not ended, and longer than the e");
  }

  @Test
  void charactersThatAreNoUtf8StayInTheirLine() throws IOException {
    device.text(new byte[] {'a', (byte) 0xff, 'b'}).endLine(1);
    device.text("after").endLine(2);
    assertThat(texts()).containsExactly("a\ufffdb", "after");
  }

  @Test
  void theRankMayReuseTheSlotsOfAllThatWasTaken() {
    for (int i = 0; i < 5; i++) {
      device.text("x").endLine(i);
    }
    assertThat(log.poll(3)).isEqualTo(3);
    assertThat(SharedInts.getAcquire(memory, CONSUMED)).isEqualTo(3);
    assertThat(log.poll(100)).isEqualTo(2);
    assertThat(SharedInts.getAcquire(memory, CONSUMED)).isEqualTo(5);
    assertThat(log.poll(100)).isZero();
  }

  @Test
  void anEntryThatLacksAPieceIsNotTaken() {
    FlaggedQueueWriter queue = new FlaggedQueueWriter(memory, 0, CONSUMED, SLOTS);
    for (int piece : new int[] {0, 3, 1}) {
      queue.writePiece(piece, 0, 0, 0);
      assertThat(log.poll(1)).isZero();
    }
    queue.writePiece(2, 0, 0, 0);
    assertThat(log.poll(1)).isEqualTo(1);
  }

  @Test
  void whateverARankSaysIsWhatItsReadersSee() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> said = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      said.add(say(random));
      device.endLine(i);
      if (random.nextInt(5) == 0) {
        log.poll(random.nextInt(SLOTS));
      }
      if (random.nextInt(20) == 0) {
        log.flush();
      }
    }
    assertThat(texts()).as("seed %d", seed).isEqualTo(said);
  }

  /** Says a line and returns it. */
  private String say(Random random) {
    StringBuilder line = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      switch (random.nextInt(5)) {
        case 0 -> {
          long value = random.nextLong() >> random.nextInt(Long.SIZE);
          device.number(LogEntryDescriptor.INTEGER, value);
          line.append(value);
        }
        case 1 -> {
          boolean value = random.nextBoolean();
          device.truth(value);
          line.append(value ? 1 : 0);
        }
        case 2 -> {
          long value = random.nextLong();
          device.number(LogEntryDescriptor.ADDRESS, value);
          line.append("0x").append(Long.toHexString(value));
        }
        case 3 -> {
          int value = random.nextInt();
          device.shortNumber(LogEntryDescriptor.SHORT_INTEGER, value);
          line.append(value);
        }
        default -> {
          int length = random.nextInt(10) == 0 ? random.nextInt(3000) : random.nextInt(40);
          String text = "\u20ac-".repeat(length / 2) + (char) ('a' + length % 26);
          device.text(text.getBytes(UTF_8));
          line.append(text);
        }
      }
    }
    return line.toString();
  }

  private List<String> texts() throws IOException {
    return lines().stream().map(SpooledLines.Line::text).toList();
  }

  private List<SpooledLines.Line> lines() throws IOException {
    while (log.poll(SLOTS) > 0) {
      // Until the queue is empty.
    }
    log.close();
    writer.flush();
    return SpooledLines.in(file);
  }
}
