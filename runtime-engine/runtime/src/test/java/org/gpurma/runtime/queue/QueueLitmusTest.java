package org.gpurma.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.records.EntryDescriptor;
import org.gpurma.runtime.records.LaneDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two threads on the two ends of a queue: whoever sees a sequence number sees the words, and nobody
 * writes what is not taken. Small here; for long:
 *
 * <pre>
 *   ./mvnw -pl runtime-engine/runtime -am test -Dtest=QueueLitmusTest -Dlitmus.accesses=100000000 \
 *       -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 */
@Timeout(value = 12, unit = TimeUnit.HOURS)
class QueueLitmusTest {

  private static final int ACCESSES = Integer.getInteger("litmus.accesses", 30_000);
  private static final int LANE_PIECES = 128;
  private static final int COMMAND_SLOTS = 32;
  private static final long CONSUMED = 128 * 64L;

  private final MemorySegment area = Arena.global().allocate(CONSUMED + 64, 64);

  @Test
  void aRankSeesEveryPieceOfALaneWholeAndInOrder() throws Exception {
    long seed = seed();
    FlaggedPieceWriter writer = new FlaggedPieceWriter(area, 0, CONSUMED, LANE_PIECES);
    CompletableFuture<Void> host = CompletableFuture.runAsync(() -> writeLane(writer, seed));
    Random expected = new Random(seed);
    int taken = 0;
    for (int access = 0; access < ACCESSES; access++) {
      int bytes = bytes(expected);
      int pieces = LaneDescriptor.pieces(bytes);
      for (int i = 0; i < pieces; i++) {
        int number = taken + i;
        long at = (long) (number % LANE_PIECES) * EntryDescriptor.PIECE_BYTES;
        await(
            () -> SharedInts.getAcquire(area, at + EntryDescriptor.SEQUENCE_OFFSET) == number + 1);
        requireWord(area.get(ValueLayout.JAVA_INT, at), wordOf(access, i, 0), access);
        requireWord(area.get(ValueLayout.JAVA_INT, at + 8), wordOf(access, i, 2), access);
      }
      taken += pieces;
      SharedInts.setRelease(area, CONSUMED, taken);
    }
    host.get();
    assertThat(writer.taken()).isEqualTo(writer.written());
  }

  @Test
  void theHostSeesEveryCommandWithItsPayloadWholeAndInOrder() throws Exception {
    long seed = seed();
    FlaggedQueueReader reader = new FlaggedQueueReader(area, 0, CONSUMED, COMMAND_SLOTS);
    CompletableFuture<Void> rank = CompletableFuture.runAsync(() -> writeCommands(seed));
    Random expected = new Random(seed);
    MemorySegment words = Arena.global().allocate(2048, 8);
    for (int access = 0; access < ACCESSES; access++) {
      int behind = CommandDescriptor.payloadEntries(bytes(expected));
      await(reader::hasEntry);
      await(() -> reader.hasEntriesBehind(behind));
      int count = EntryDescriptor.WORDS * (behind + 1);
      reader.copyWords(0, count, words, 0);
      for (int i = 0; i < count; i++) {
        requireWord(
            words.getAtIndex(ValueLayout.JAVA_INT, i),
            wordOf(access, i / EntryDescriptor.WORDS, i % EntryDescriptor.WORDS),
            access);
      }
      reader.take(1 + behind);
    }
    rank.get();
    assertThat(reader.hasEntry()).isFalse();
  }

  @Test
  void whatIsHandedOverArrivesOnceInOrderAndWithWhatWasWrittenBefore() throws Exception {
    HandOver<int[]> queue = new HandOver<>(8);
    CompletableFuture<Void> giver =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < ACCESSES; i++) {
                int[] object = new int[1];
                object[0] = i;
                await(() -> queue.offer(object));
              }
            });
    for (int i = 0; i < ACCESSES; i++) {
      int[][] got = new int[1][];
      await(() -> (got[0] = queue.poll()) != null);
      requireWord(got[0][0], i, i);
    }
    giver.get();
    assertThat(queue.poll()).isNull();
  }

  @Test
  void aHandOverRefusesWhatItHasNoRoomFor() {
    HandOver<String> queue = new HandOver<>(3);
    int room = 0;
    while (queue.offer("")) {
      room++;
    }
    assertThat(room).isBetween(3, 4);
    assertThat(queue.poll()).isNotNull();
    assertThat(queue.offer("")).isTrue();
    assertThat(queue.offer("")).isFalse();
  }

  private static void writeLane(FlaggedPieceWriter writer, long seed) {
    Random random = new Random(seed);
    MemorySegment payload = Arena.global().allocate(2048, 8);
    for (int access = 0; access < ACCESSES; access++) {
      int bytes = bytes(random);
      int pieces = LaneDescriptor.pieces(bytes);
      await(() -> writer.hasRoom(pieces));
      for (int i = 2; i < pieces; i++) {
        for (int word = 0; word < 3; word++) {
          payload.setAtIndex(ValueLayout.JAVA_INT, 3L * (i - 2) + word, wordOf(access, i, word));
        }
      }
      // Whole pieces: what lies behind the payload would be zeros.
      writer.put(2, payload, 0, (pieces - 2) * EntryDescriptor.PIECE_PAYLOAD_BYTES);
      writer.put(1, wordOf(access, 1, 0), wordOf(access, 1, 1), wordOf(access, 1, 2));
      writer.put(0, wordOf(access, 0, 0), wordOf(access, 0, 1), wordOf(access, 0, 2));
      writer.advance(pieces);
    }
  }

  private void writeCommands(long seed) {
    Random random = new Random(seed);
    FlaggedQueueWriter writer = new FlaggedQueueWriter(area, 0, CONSUMED, COMMAND_SLOTS);
    for (int access = 0; access < ACCESSES; access++) {
      int entries = 1 + CommandDescriptor.payloadEntries(bytes(random));
      for (int entry = 0; entry < entries; entry++) {
        await(writer::hasRoom);
        for (int piece = EntryDescriptor.PIECES - 1; piece >= 0; piece--) {
          int word = piece * EntryDescriptor.PIECE_WORDS;
          writer.writePiece(
              piece,
              wordOf(access, entry, word),
              wordOf(access, entry, word + 1),
              wordOf(access, entry, word + 2));
        }
        writer.advance();
      }
    }
  }

  private static int bytes(Random random) {
    return random.nextInt(4) == 0 ? random.nextInt(LaneDescriptor.PACKET_BYTES + 1) : 4;
  }

  private static int wordOf(int access, int part, int word) {
    return access * 0x9e3779b9 + part * 31 + word;
  }

  private static void requireWord(int word, int wanted, int access) {
    if (word != wanted) {
      assertThat(word).as("a word of access %d", access).isEqualTo(wanted);
    }
  }

  // With fewer cores than threads a spinning thread keeps from running what it waits for.
  @SuppressWarnings("ThreadPriorityCheck")
  private static void await(BooleanSupplier condition) {
    for (int spins = 0; !condition.getAsBoolean(); spins++) {
      if (spins > 1000) {
        Thread.yield();
      }
    }
  }

  private static long seed() {
    long seed = System.nanoTime();
    System.out.println("QueueLitmusTest seed " + seed);
    return seed;
  }
}
