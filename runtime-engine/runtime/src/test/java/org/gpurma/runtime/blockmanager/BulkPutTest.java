package org.gpurma.runtime.blockmanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.fakes.FakeRank;
import org.gpurma.runtime.records.CommandDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Chunks are of 16 KiB, three of a transfer are under way at a time, and two transfers each way.
 */
class BulkPutTest {

  private static final int WINDOW = 3;
  private static final int CHUNK = 16 * 1024;

  private final FakeNetwork.Wires wires = FakeNetwork.wires(3);
  private final ProcessFixture first = new ProcessFixture(wires, 0);
  private final ProcessFixture second = new ProcessFixture(wires, 1);
  private final ProcessFixture third = new ProcessFixture(wires, 2);

  @AfterEach
  void close() {
    first.close();
    second.close();
    third.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 10 * CHUNK + 7})
  void arrivesWithAllItsBytesAndThenNotifies(int bytes) {
    long source = filled(first, 0, bytes, 1);
    long target = second.createWindow(0, WINDOW, bytes + 100);
    first.ranks.get(0).putBulk(WINDOW, 2, 100, source, bytes, 7, 77);
    workUntilQuiet();
    assertSameBytes(target + 100, source, bytes);
    FakeRank.Access access = second.ranks.get(0).access().orElseThrow();
    assertThat(access.isNote(WINDOW, 0, 7)).isTrue();
    assertThat(access.isDirect()).isTrue();
    FakeRank.Answer answer = first.ranks.get(0).answer().orElseThrow();
    assertThat(answer.opcode()).isEqualTo(CommandDescriptor.PUT_BULK);
    assertThat(answer.token()).isEqualTo(77);
    assertThat(wires.areEmpty()).isTrue();
  }

  @Test
  void copyingSendingAndWritingOverlap() {
    long source = filled(first, 0, 8 * CHUNK, 2);
    second.createWindow(0, WINDOW, 8 * CHUNK);
    second.device.holdCopies();
    first.device.holdFetches();
    first.ranks.get(0).putBulk(WINDOW, 2, 0, source, 8 * CHUNK, 7, 77);
    first.departures.work();
    assertThat(first.device.startedFetches()).isEqualTo(3);

    first.device.completeOneFetch();
    work();
    work();
    assertThat(second.device.startedCopies()).as("the first chunk is written").isEqualTo(1);
    assertThat(first.device.startedFetches()).as("while the fourth is read").isEqualTo(4);

    first.device.completeFetches();
    work();
    work();
    assertThat(second.device.startedCopies()).as("no more than three at a time").isEqualTo(3);
    second.device.completeOneCopy();
    work();
    work();
    assertThat(second.device.startedCopies()).isEqualTo(4);
    assertThat(second.ranks.get(0).access()).isEmpty();
    second.device.completeCopies();
    workUntilQuiet();
    assertThat(second.ranks.get(0).access()).isPresent();
  }

  @Test
  void theSourceIsFreeOnceItIsReadEvenIfTheTargetTakesNothing() {
    long source = filled(first, 0, 2 * CHUNK, 3);
    second.createWindow(0, WINDOW, 2 * CHUNK);
    first.device.holdFetches();
    first.ranks.get(0).putBulk(WINDOW, 2, 0, source, 2 * CHUNK, 7, 77);
    first.work();
    assertThat(first.ranks.get(0).answer()).isEmpty();
    assertThat(first.departures.areIdle()).isFalse();
    first.device.completeFetches();
    first.work();
    assertThat(first.ranks.get(0).answer().orElseThrow().token()).isEqualTo(77);
  }

  @Test
  void laterAccessesToTheSameRankComeLater() {
    long source = filled(first, 0, 2 * CHUNK, 4);
    long target = second.createWindow(0, WINDOW, 4 * CHUNK);
    second.createWindow(1, WINDOW, 64);
    second.device.holdCopies();
    FakeRank origin = first.ranks.get(0);
    origin.put(WINDOW, 2, 0, 5, 1);
    origin.putBulk(WINDOW, 2, 0, source, 2 * CHUNK, 2, 1);
    origin.putStaged(WINDOW, 2, CHUNK, new byte[2000], 3);
    origin.putBulk(WINDOW, 2, CHUNK, source, 2 * CHUNK, 4, 2);
    origin.put(WINDOW, 2, 0, 6, 5);
    origin.put(WINDOW, 3, 0, 7, 6);
    workUntilQuiet();
    assertThat(second.device.startedCopies()).as("the first put is in the lane").isZero();
    assertThat(second.ranks.get(1).access().orElseThrow().tag()).isEqualTo(6);

    assertThat(second.ranks.get(0).access().orElseThrow().tag()).isEqualTo(1);
    workUntilQuiet();
    assertThat(second.ranks.get(0).access()).isEmpty();
    second.device.completeCopies();
    workUntilQuiet();
    for (int tag = 2; tag <= 5; tag++) {
      assertThat(second.ranks.get(0).access().orElseThrow().tag()).isEqualTo(tag);
      workUntilQuiet();
    }
    assertSameBytes(target, source, CHUNK);
    assertSameBytes(target + CHUNK, source, 2 * CHUNK);
  }

  @Test
  void moreThanTheTransfersThereAreWaitForOneAnother() {
    long source = filled(first, 0, 2 * CHUNK, 5);
    long target = second.createWindow(0, WINDOW, 14 * CHUNK);
    for (int i = 0; i < 7; i++) {
      first.ranks.get(i % 2).putBulk(WINDOW, 2, 2 * i * CHUNK, source, 2 * CHUNK, i, i);
    }
    first.ranks.get(0).put(WINDOW, 2, 0, 1, 100);
    workUntilQuiet();
    int lastOfFirstRank = -1;
    for (int i = 0; i < 8; i++) {
      FakeRank.Access access = second.ranks.get(0).access().orElseThrow();
      if (access.source() == 0) {
        assertThat(access.tag()).isGreaterThan(lastOfFirstRank);
        lastOfFirstRank = access.tag();
      }
      workUntilQuiet();
    }
    for (int i = 0; i < 7; i++) {
      assertSameBytes(target + 2 * i * CHUNK, source, 2 * CHUNK);
    }
    assertThat(lastOfFirstRank).isEqualTo(100);
  }

  @Test
  void transfersInACircleDoNotWaitForEachOther() {
    ProcessFixture[] all = {first, second, third};
    long[] targets = new long[3];
    long[] sources = new long[3];
    for (int i = 0; i < 3; i++) {
      targets[i] = all[i].createWindow(0, WINDOW, 8 * CHUNK);
      sources[i] = filled(all[i], 1, 4 * CHUNK, 10 + i);
    }
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < 3; i++) {
        for (int to = 0; to < 3; to++) {
          if (to != i) {
            int place = (to + 3 - i) % 3 == 1 ? 0 : 4 * CHUNK;
            all[i].ranks.get(0).putBulk(WINDOW, 2 * to, place, sources[i], 4 * CHUNK, 1, 1);
          }
        }
      }
    }
    workUntilQuiet();
    for (int to = 0; to < 3; to++) {
      assertSameBytes(targets[to], sources[(to + 2) % 3], 4 * CHUNK);
      assertSameBytes(targets[to] + 4 * CHUNK, sources[(to + 1) % 3], 4 * CHUNK);
      assertThat(all[to].departures.areIdle()).isTrue();
    }
  }

  @Test
  void oneThatLeavesTheWindowIsRefusedBeforeItIsReceived() {
    long source = filled(first, 0, 2 * CHUNK, 6);
    second.createWindow(0, WINDOW, CHUNK);
    first.ranks.get(0).putBulk(WINDOW, 2, 0, source, 2 * CHUNK, 7, 77);
    workUntilQuiet();
    assertThat(second.failures.first())
        .containsInstanceOf(Failure.WindowMisuse.class)
        .hasValueSatisfying(
            failure ->
                assertThat(failure.message())
                    .isEqualTo(
                        "rank 0 put 32768 bytes at offset 0 into window 3 of WORLD of rank 2, whose part has 16384 bytes"));
    assertThat(second.device.startedCopies()).isZero();
    assertThat(second.ranks.get(0).access()).isEmpty();
    assertThat(first.departures.areIdle()).as("the sender is not left waiting").isTrue();
  }

  private void work() {
    first.work();
    second.work();
    third.work();
  }

  private void workUntilQuiet() {
    for (int i = 0; i < 200; i++) {
      work();
    }
  }

  /** Memory with seeded random bytes. */
  private static long filled(ProcessFixture process, int rank, int bytes, long seed) {
    long address = process.allocate(rank, bytes);
    byte[] random = new byte[bytes];
    new Random(seed).nextBytes(random);
    MemorySegment.copy(
        random, 0, FakeDevice.memory(address, bytes), ValueLayout.JAVA_BYTE, 0, bytes);
    return address;
  }

  private static void assertSameBytes(long one, long other, int bytes) {
    assertThat(FakeDevice.memory(one, bytes).mismatch(FakeDevice.memory(other, bytes)))
        .as("first byte that differs")
        .isEqualTo(-1);
  }
}
