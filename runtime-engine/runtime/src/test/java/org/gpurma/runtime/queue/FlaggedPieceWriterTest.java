package org.gpurma.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.gpurma.runtime.records.EntryDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlaggedPieceWriterTest {

  private static final int SLOTS = 16;
  private static final long CONSUMED = SLOTS * (long) EntryDescriptor.PIECE_BYTES;

  private final MemorySegment area = Arena.global().allocate(CONSUMED + 64, 64);
  private final FlaggedPieceWriter writer = new FlaggedPieceWriter(area, 0, CONSUMED, SLOTS);
  private int taken;

  @Test
  void aPieceCarriesItsWordsAndItsNumber() {
    writer.put(1, 4, 5, -6);
    assertThat(words(0)).containsExactly(0, 0, 0, 0);
    writer.put(0, 1, -2, 3);
    writer.advance(2);
    assertThat(words(0)).containsExactly(1, -2, 3, 1);
    assertThat(words(1)).containsExactly(4, 5, -6, 2);
    assertThat(words(2)).containsExactly(0, 0, 0, 0);
    assertThat(writer.written()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 7, 8, 9, 11, 12, 13, 23, 24, 25, 100})
  void bytesFillPiecesAndTheLastOneIsFilledUpWithZeros(int bytes) {
    // Beginning at every slot, so that every length meets the end of the ring everywhere.
    for (int round = 0; round < SLOTS; round++) {
      byte[] payload = random(bytes, round);
      MemorySegment source = Arena.global().allocate(bytes + 5L, 1).fill((byte) -1);
      MemorySegment.copy(payload, 0, source, ValueLayout.JAVA_BYTE, 3, bytes);
      int pieces = Math.ceilDiv(bytes, EntryDescriptor.PIECE_PAYLOAD_BYTES);
      assertThat(writer.hasRoom(pieces)).isTrue();
      writer.put(0, source, 3, bytes);
      writer.advance(pieces);
      byte[] arrived = takePayload(pieces);
      assertThat(arrived).startsWith(payload);
      for (int i = bytes; i < arrived.length; i++) {
        assertThat(arrived[i]).as("byte %d behind the payload", i - bytes).isZero();
      }
      write(0);
      takePayload(1);
    }
  }

  @Test
  void aFullRingHasNoRoomUntilPiecesAreTaken() {
    assertThat(writer.hasRoom(SLOTS)).isTrue();
    assertThat(writer.hasRoom(SLOTS + 1)).isFalse();
    for (int i = 0; i < SLOTS - 2; i++) {
      write(i);
    }
    assertThat(writer.hasRoom(2)).isTrue();
    assertThat(writer.hasRoom(3)).isFalse();
    takePayload(1);
    assertThat(writer.hasRoom(3)).isTrue();
    assertThat(writer.taken()).isEqualTo(1);
  }

  @Test
  void whatWasNotTakenCanBeReadBack() {
    for (int i = 0; i < SLOTS - 3; i++) {
      write(i);
      takePayload(1);
    }
    byte[] payload = random(50, 1);
    MemorySegment source = Arena.global().allocate(50);
    MemorySegment.copy(payload, 0, source, ValueLayout.JAVA_BYTE, 0, 50);
    writer.put(1, source, 0, 50);
    writer.put(0, 7, 8, 9);
    writer.advance(6);
    long first = writer.taken();
    assertThat(writer.word(first, 0)).isEqualTo(7);
    assertThat(writer.word(first, 2)).isEqualTo(9);
    MemorySegment back = Arena.global().allocate(50);
    writer.read(first + 1, back, 0, 50);
    assertThat(back.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(payload);
  }

  private void write(int word) {
    writer.put(0, word, word, word);
    writer.advance(1);
  }

  private byte[] takePayload(int pieces) {
    byte[] payload = new byte[pieces * EntryDescriptor.PIECE_PAYLOAD_BYTES];
    for (int i = 0; i < pieces; i++) {
      int[] words = words(taken);
      taken++;
      assertThat(words[3]).isEqualTo(taken);
      MemorySegment.ofArray(payload)
          .asSlice((long) i * EntryDescriptor.PIECE_PAYLOAD_BYTES)
          .copyFrom(MemorySegment.ofArray(new int[] {words[0], words[1], words[2]}));
    }
    SharedInts.setRelease(area, CONSUMED, taken);
    return payload;
  }

  private int[] words(int piece) {
    long at = (long) (piece % SLOTS) * EntryDescriptor.PIECE_BYTES;
    return area.asSlice(at, EntryDescriptor.PIECE_BYTES).toArray(ValueLayout.JAVA_INT);
  }

  private static byte[] random(int bytes, int seed) {
    byte[] payload = new byte[bytes];
    new Random(seed).nextBytes(payload);
    return payload;
  }
}
