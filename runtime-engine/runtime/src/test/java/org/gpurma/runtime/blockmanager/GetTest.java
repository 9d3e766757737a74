package org.gpurma.runtime.blockmanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.gpurma.runtime.delivery.CompletedGets;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.fakes.FakeRank;
import org.gpurma.runtime.records.AccessFlags;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GetTest {

  private static final int WINDOW = 3;
  private static final int CHUNK = 16 * 1024;

  private final FakeNetwork.Wires wires = FakeNetwork.wires(2);
  private final ProcessFixture first = new ProcessFixture(wires, 0);
  private final ProcessFixture second = new ProcessFixture(wires, 1);

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, CHUNK, CHUNK + 1, 5 * CHUNK + 3})
  void bringsTheBytesAndNotifiesTheTarget(int bytes) {
    long source = filledWindow(bytes + 8);
    long buffer = first.allocate(0, bytes);
    first.ranks.get(0).get(WINDOW, 2, 8, buffer, bytes, 7, AccessFlags.NOTIFIES);
    workUntilQuiet();
    assertThat(first.ranks.get(0).getsCompleted()).isEqualTo(1);
    assertSameBytes(buffer, source + 8, bytes);
    FakeRank.Access access = second.ranks.get(0).access().orElseThrow();
    assertThat(access.isNote(WINDOW, 0, 7)).isTrue();
    assertThat(access.isDirect()).isTrue();
    assertThat(first.departures.areIdle()).isTrue();
    assertThat(first.network.heldBuffers()).isZero();
    assertThat(wires.areEmpty()).isTrue();
  }

  @Test
  void theTargetIsNotifiedOnceItsBytesHaveBeenReadAndNotSooner() {
    filledWindow(5 * CHUNK);
    long buffer = first.allocate(0, 5 * CHUNK);
    second.device.holdFetches();
    first.device.holdCopies();
    first.ranks.get(0).get(WINDOW, 2, 0, buffer, 5 * CHUNK, 7, AccessFlags.COUNTS);
    workUntilQuiet();
    assertThat(second.ranks.get(0).access()).isEmpty();
    second.device.completeFetches();
    for (int i = 0; i < 5; i++) {
      workUntilQuiet();
      assertThat(first.ranks.get(0).getsCompleted()).isZero();
      first.device.completeOneCopy();
    }
    workUntilQuiet();
    assertThat(second.ranks.get(0).access().orElseThrow().flags())
        .isEqualTo(AccessFlags.COUNTS | AccessFlags.DIRECT);
    assertThat(first.ranks.get(0).getsCompleted()).isEqualTo(1);
  }

  @Test
  void getsAreCountedInTheOrderOfTheirIssue() {
    filledWindow(5 * CHUNK);
    long buffer = first.allocate(0, 6 * CHUNK);
    FakeRank rank = first.ranks.get(0);
    first.device.holdCopies();
    rank.get(WINDOW, 2, 0, buffer, 5 * CHUNK, 1, 0);
    rank.get(WINDOW, 2, 0, buffer + 5 * CHUNK, 100, 2, 0);
    workUntilQuiet();
    // The small one's copy was started among the first three; the large one's last was not.
    for (int i = 0; i < 5; i++) {
      first.device.completeOneCopy();
      workUntilQuiet();
      assertThat(rank.getsCompleted()).isZero();
    }
    first.device.completeOneCopy();
    workUntilQuiet();
    assertThat(rank.getsCompleted()).isEqualTo(2);
  }

  @Test
  void aGetReadsWhatEarlierPutsOfItsRankWrote() {
    long source = filledWindow(CHUNK);
    long buffer = first.allocate(0, CHUNK);
    FakeRank rank = first.ranks.get(0);
    rank.put(WINDOW, 2, 0, 4711, 1);
    rank.get(WINDOW, 2, 0, buffer, 4, 2, 0);
    rank.putStaged(WINDOW, 2, 0, new byte[2000], 3);
    workUntilQuiet();
    assertThat(rank.getsCompleted()).isZero();

    FakeDevice.memory(source, 4).set(ValueLayout.JAVA_INT, 0, 4711);
    assertThat(second.ranks.get(0).access().orElseThrow().value()).isEqualTo(4711);
    second.device.holdFetches();
    workUntilQuiet();
    assertThat(second.device.startedCopies()).as("the put behind waits").isZero();
    second.device.completeFetches();
    workUntilQuiet();
    assertThat(rank.getsCompleted()).isEqualTo(1);
    assertThat(FakeDevice.memory(buffer, 4).get(ValueLayout.JAVA_INT, 0)).isEqualTo(4711);
    assertThat(second.ranks.get(0).access().orElseThrow().tag()).isEqualTo(3);
  }

  @Test
  void oneThatLeavesTheWindowIsRefused() {
    filledWindow(100);
    first.ranks.get(0).get(WINDOW, 2, 60, first.allocate(0, 64), 64, 7, 0);
    workUntilQuiet();
    assertThat(second.failures.first())
        .hasValueSatisfying(
            failure -> {
              assertThat(failure).isInstanceOf(Failure.WindowMisuse.class);
              assertThat(failure.rank()).hasValue(0);
              assertThat(failure.message())
                  .isEqualTo(
                      "rank 0 gets 64 bytes at offset 60 of window 3 of WORLD of rank 2, whose part has 100 bytes");
            });
  }

  @Test
  void moreThanMayBeUnderWayWaitForOneAnother() {
    long source = filledWindow(1000);
    int gets = 3 * CompletedGets.MOST_UNDER_WAY;
    long buffer = first.allocate(0, 4 * gets);
    int issued = 0;
    for (int i = 0; issued < gets; i++) {
      for (int k = 0; k < 32 && issued < gets; k++, issued++) {
        first.ranks.get(0).get(WINDOW, 2, issued % 900, buffer + 4L * issued, 4, 0, 0);
      }
      workUntilQuiet();
    }
    assertThat(first.ranks.get(0).getsCompleted()).isEqualTo(gets);
    for (int i = 0; i < gets; i++) {
      assertSameBytes(buffer + 4L * i, source + i % 900, 4);
    }
  }

  @Test
  void manyAtOnceAreHeldBackAndLoseNothing() {
    long source = filledWindow(1000);
    second.device.holdFetches();
    int gets = 60;
    long buffer = first.allocate(0, 4 * gets);
    for (int i = 0; i < gets; i++) {
      first.ranks.get(0).get(WINDOW, 2, i, buffer + 4L * i, 4, i, AccessFlags.NOTIFIES);
    }
    workUntilQuiet();
    assertThat(second.device.startedFetches()).isLessThan(gets);
    second.device.completeFetches();
    workUntilQuiet();
    assertThat(first.ranks.get(0).getsCompleted()).isEqualTo(gets);
    for (int i = 0; i < gets; i++) {
      assertSameBytes(buffer + 4L * i, source + i, 4);
      assertThat(second.ranks.get(0).access().orElseThrow().tag()).isEqualTo(i);
    }
  }

  private long filledWindow(int bytes) {
    long address = second.createWindow(0, WINDOW, bytes);
    byte[] random = new byte[bytes];
    new Random(bytes).nextBytes(random);
    MemorySegment.copy(
        random, 0, FakeDevice.memory(address, bytes), ValueLayout.JAVA_BYTE, 0, bytes);
    return address;
  }

  private void workUntilQuiet() {
    for (int i = 0; i < 100; i++) {
      first.work();
      second.work();
    }
  }

  private static void assertSameBytes(long one, long other, int bytes) {
    assertThat(FakeDevice.memory(one, bytes).mismatch(FakeDevice.memory(other, bytes)))
        .as("first byte that differs")
        .isEqualTo(-1);
  }
}
