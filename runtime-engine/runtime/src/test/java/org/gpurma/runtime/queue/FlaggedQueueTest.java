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

  private final MemorySegment area = Arena.ofAuto().allocate(CONSUMED + 64, 64);
  private final FlaggedQueueReader reader = new FlaggedQueueReader(area, 0, CONSUMED, SLOTS);
  private final FlaggedQueueWriter writer = new FlaggedQueueWriter(area, 0, CONSUMED, SLOTS, 4);

  @Test
  void anEmptyQueueGivesNothing() {
    assertThat(reader.poll()).isFalse();
  }

  @Test
  void anEntryArrivesWithAllItsWords() {
    write(100);

    assertThat(reader.poll()).isTrue();
    for (int i = 0; i < EntryDescriptor.WORDS; i++) {
      assertThat(reader.word(i)).isEqualTo(100 + i);
    }
    assertThat(reader.poll()).isFalse();
  }

  @Test
  void twoWordsMakeAWideOneLowWordFirst() {
    writer.writePiece(0, 0, 0, 0);
    writer.writePiece(1, 0x89abcdef, 0xf1234567, 0);
    writer.writePiece(2, 0, 0, 0);
    writer.writePiece(3, 0, 0, 0);
    writer.advance();

    assertThat(reader.poll()).isTrue();
    assertThat(reader.wide(3)).isEqualTo(0xf123456789abcdefL);
  }

  @Test
  void anEntryThatLacksAPieceIsNotThereYet() {
    writer.writePiece(0, 1, 2, 3);
    writer.writePiece(1, 4, 5, 6);
    writer.writePiece(3, 10, 11, 12);
    assertThat(reader.poll()).isFalse();

    writer.writePiece(2, 7, 8, 9);
    assertThat(reader.poll()).isTrue();
    assertThat(reader.word(6)).isEqualTo(7);
  }

  @Test
  void aFullQueueHasNoRoomUntilAnEntryIsTaken() {
    for (int i = 0; i < SLOTS; i++) {
      assertThat(writer.hasRoom()).isTrue();
      write(i);
    }
    assertThat(writer.hasRoom()).isFalse();

    assertThat(reader.poll()).isTrue();
    assertThat(writer.hasRoom()).isTrue();
  }

  @Test
  void theReaderPublishesHowManyItTook() {
    write(0);
    write(1);
    assertThat(reader.poll()).isTrue();
    assertThat(reader.poll()).isTrue();
    assertThat(area.get(ValueLayout.JAVA_INT, CONSUMED)).isEqualTo(2);
  }

  @Test
  void anEntryOfTheLapBeforeIsNotTakenForANewOne() {
    for (int i = 0; i < SLOTS; i++) {
      write(i);
      assertThat(reader.poll()).isTrue();
    }
    assertThat(reader.poll()).isFalse();
  }

  @Test
  void nothingIsLostOrTornBetweenTwoThreads() throws Exception {
    long seed = System.nanoTime();
    System.out.println("FlaggedQueueTest seed " + seed);
    int entries = 200_000;
    Thread producer = Thread.ofPlatform().start(() -> produce(new Random(seed), entries));
    Random expected = new Random(seed);
    for (int n = 0; n < entries; n++) {
      while (!reader.poll()) {
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
    }
    producer.join();
    assertThat(reader.poll()).isFalse();
  }

  private void produce(Random random, int entries) {
    for (int n = 0; n < entries; n++) {
      while (!writer.hasRoom()) {
        Thread.onSpinWait();
      }
      write(random.nextInt());
    }
  }

  private void write(int first) {
    for (int piece = 0; piece < EntryDescriptor.PIECES; piece++) {
      int word = first + piece * EntryDescriptor.PIECE_WORDS;
      writer.writePiece(piece, word, word + 1, word + 2);
    }
    writer.advance();
  }
}
