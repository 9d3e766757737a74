package org.gpurma.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.gpurma.runtime.records.EntryDescriptor;
import org.junit.jupiter.api.Test;

class FlaggedQueueTest {

  private static final int SLOTS = 8;
  private static final long CONSUMED = SLOTS * (long) EntryDescriptor.BYTES;

  private final MemorySegment area = Arena.global().allocate(CONSUMED + 64, 64);
  private final FlaggedQueueReader reader = new FlaggedQueueReader(area, 0, CONSUMED, SLOTS);
  private final FlaggedQueueWriter writer = new FlaggedQueueWriter(area, 0, CONSUMED, SLOTS);

  @Test
  void anEmptyQueueGivesNothing() {
    assertThat(poll()).isFalse();
  }

  @Test
  void anEntryArrivesWithAllItsWords() {
    write(100);

    assertThat(reader.hasEntry()).isTrue();
    for (int i = 0; i < EntryDescriptor.WORDS; i++) {
      assertThat(reader.word(i)).isEqualTo(100 + i);
    }
    reader.take(1);
    assertThat(reader.hasEntry()).isFalse();
  }

  @Test
  void twoWordsMakeAWideOneLowWordFirst() {
    writer.writePiece(0, 0, 0, 0);
    writer.writePiece(1, 0x89abcdef, 0xf1234567, 0);
    writer.writePiece(2, 0, 0, 0);
    writer.writePiece(3, 0, 0, 0);
    writer.advance();

    assertThat(reader.hasEntry()).isTrue();
    assertThat(reader.wide(3)).isEqualTo(0xf123456789abcdefL);
  }

  @Test
  void anEntryThatLacksAPieceIsNotThereYet() {
    writer.writePiece(0, 1, 2, 3);
    writer.writePiece(1, 4, 5, 6);
    writer.writePiece(3, 10, 11, 12);
    assertThat(poll()).isFalse();

    writer.writePiece(2, 7, 8, 9);
    assertThat(reader.hasEntry()).isTrue();
    assertThat(reader.word(6)).isEqualTo(7);
  }

  @Test
  void aFullQueueHasNoRoomUntilAnEntryIsTaken() {
    for (int i = 0; i < SLOTS; i++) {
      assertThat(writer.hasRoom()).isTrue();
      write(i);
    }
    assertThat(writer.hasRoom()).isFalse();

    assertThat(poll()).isTrue();
    assertThat(writer.hasRoom()).isTrue();
  }

  @Test
  void theReaderPublishesHowManyItTook() {
    write(0);
    write(1);
    assertThat(poll()).isTrue();
    assertThat(poll()).isTrue();
    assertThat(area.get(ValueLayout.JAVA_INT, CONSUMED)).isEqualTo(2);
  }

  @Test
  void anEntryOfTheLapBeforeIsNotTakenForANewOne() {
    for (int i = 0; i < SLOTS; i++) {
      write(i);
      assertThat(poll()).isTrue();
    }
    assertThat(poll()).isFalse();
  }

  @Test
  void entriesThatFollowEachOtherCanBeAwaitedAndTakenTogether() {
    write(0);
    write(100);
    assertThat(reader.hasEntriesBehind(1)).isTrue();
    assertThat(reader.hasEntriesBehind(2)).isFalse();

    writer.writePiece(3, 209, 210, 211);
    assertThat(reader.hasEntriesBehind(2)).isFalse();
    writer.writePiece(0, 200, 201, 202);
    writer.writePiece(1, 203, 204, 205);
    assertThat(reader.hasEntriesBehind(2)).isFalse();
    writer.writePiece(2, 206, 207, 208);
    writer.advance();
    assertThat(reader.hasEntriesBehind(2)).isTrue();
    assertThat(area.get(ValueLayout.JAVA_INT, CONSUMED)).isZero();

    reader.take(3);
    assertThat(area.get(ValueLayout.JAVA_INT, CONSUMED)).isEqualTo(3);
    assertThat(reader.hasEntry()).isFalse();
  }

  @Test
  void wordsOfEntriesBehindAreReadAcrossTheEndOfTheRing() {
    for (int i = 0; i < SLOTS - 1; i++) {
      write(i);
      assertThat(poll()).isTrue();
    }
    write(100);
    write(200);
    assertThat(reader.hasEntriesBehind(1)).isTrue();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment words = arena.allocate(64, 8);
      reader.copyWords(5, 11, words, 0);
      for (int i = 0; i < 7; i++) {
        assertThat(words.getAtIndex(ValueLayout.JAVA_INT, i)).isEqualTo(105 + i);
      }
      for (int i = 0; i < 4; i++) {
        assertThat(words.getAtIndex(ValueLayout.JAVA_INT, 7 + i)).isEqualTo(200 + i);
      }
    }
  }

  @Test
  void nothingIsLostOrTornBetweenTwoThreads() throws Exception {
    long seed = System.nanoTime();
    System.out.println("FlaggedQueueTest seed " + seed);
    int entries = 200_000;
    Thread producer = Thread.ofPlatform().start(() -> produce(new Random(seed), entries));
    Random expected = new Random(seed);
    for (int n = 0; n < entries; n++) {
      while (!reader.hasEntry()) {
        Thread.onSpinWait();
        if (n % 64 == 0) {
          Thread.sleep(0, 1000);
        }
      }
      int value = expected.nextInt();
      for (int i = 0; i < EntryDescriptor.WORDS; i++) {
        if (reader.word(i) != value + i) {
          assertThat(reader.word(i)).as("word %d of entry %d", i, n).isEqualTo(value + i);
        }
      }
      reader.take(1);
    }
    producer.join();
    assertThat(poll()).isFalse();
  }

  private void produce(Random random, int entries) {
    for (int n = 0; n < entries; n++) {
      while (!writer.hasRoom()) {
        Thread.onSpinWait();
      }
      write(random.nextInt());
    }
  }

  /** Takes the next entry, if there is one. */
  private boolean poll() {
    boolean arrived = reader.hasEntry();
    if (arrived) {
      reader.take(1);
    }
    return arrived;
  }

  private void write(int first) {
    for (int piece = 0; piece < EntryDescriptor.PIECES; piece++) {
      int word = first + piece * EntryDescriptor.PIECE_WORDS;
      writer.writePiece(piece, word, word + 1, word + 2);
    }
    writer.advance();
  }
}
