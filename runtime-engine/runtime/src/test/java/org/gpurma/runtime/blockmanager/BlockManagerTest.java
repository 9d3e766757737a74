package org.gpurma.runtime.blockmanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Queue;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.fakes.FakeRank;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.records.ControlPageDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockManagerTest {

  private static final int WINDOW = 3;
  private static final int DEVICE_WINDOW = 1 << 8 | 5;

  private final List<Queue<byte[]>> wires = FakeNetwork.wires(2);
  private final ProcessFixture first = new ProcessFixture(wires, 0);
  private final ProcessFixture second = new ProcessFixture(wires, 1);

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  @Test
  void anAllocationIsAnsweredWithItsAddressAndToken() {
    FakeRank rank = first.ranks.get(1);
    rank.allocate(100, 42);
    first.work();
    FakeRank.Answer answer = rank.answer().orElseThrow();
    assertThat(answer.opcode()).isEqualTo(CommandDescriptor.MEM_ALLOC);
    assertThat(answer.token()).isEqualTo(42);
    assertThat(answer.status()).isZero();
    assertThat(answer.value() % 256).isZero();
    assertThat(answer.value()).isNotZero();
  }

  @Test
  void anExhaustedPoolAnswersNull() {
    assertThat(first.allocate(0, ProcessFixture.MANAGED_BYTES)).isNotZero();
    assertThat(first.allocate(0, 1)).isZero();
    assertThat(first.failures.isEnding()).isFalse();
  }

  @Test
  void memoryCanBeFreedOnce() {
    long address = first.allocate(0, 100);
    first.ranks.get(0).free(address, 7);
    first.ranks.get(0).free(0, 8);
    first.work();
    assertThat(first.ranks.get(0).answer()).isPresent();
    assertThat(first.ranks.get(0).answer()).isPresent();

    first.ranks.get(0).free(address, 9);
    first.work();
    assertThat(first.failures.first())
        .containsInstanceOf(Failure.ApiMisuse.class)
        .hasValueSatisfying(
            failure ->
                assertThat(failure.message())
                    .contains("rank 0")
                    .contains(Long.toHexString(address)));
  }

  @Test
  void aWindowOutsideOfManagedMemoryIsRefused() {
    first.ranks.get(1).createWindow(WINDOW, 0x1000, 16, 1);
    first.work();
    assertThat(first.failures.first())
        .containsInstanceOf(Failure.WindowMisuse.class)
        .hasValueSatisfying(
            failure -> assertThat(failure.message()).contains("rank 1").contains("0x1000"));
    assertThat(first.ranks.get(1).answer()).isEmpty();
  }

  @Test
  void anEmptyWindowMayLieAnywhere() {
    first.ranks.get(0).createWindow(WINDOW, 0, 0, 5);
    first.work();
    assertThat(first.ranks.get(0).answer().orElseThrow().token()).isEqualTo(5);
  }

  @Test
  void aPutToAnotherProcessArrivesBeforeItsNotification() {
    long base = second.createWindow(1, WINDOW, 64);
    second.device.holdCopies();

    first.ranks.get(1).put(WINDOW, 3, 8, 4711, 99);
    first.work();
    second.work();
    assertThat(second.ranks.get(1).note()).isEmpty();

    second.device.completeCopies();
    second.work();
    assertThat(second.ranks.get(1).note()).contains(new FakeRank.Note(WINDOW, 1, 99));
    assertThat(FakeDevice.memory(base, 64).get(ValueLayout.JAVA_INT, 8)).isEqualTo(4711);
  }

  @Test
  void putsOfOneRankToAnotherArriveInOrder() {
    second.createWindow(0, WINDOW, 64);
    for (int i = 0; i < 100; i++) {
      first.ranks.get(0).put(WINDOW, 2, 0, i, i);
      first.work();
      second.work();
    }
    for (int i = 0; i < 100; i++) {
      assertThat(second.ranks.get(0).note()).contains(new FakeRank.Note(WINDOW, 0, i));
    }
  }

  @Test
  void aStagingSlotIsReleasedWhenItsMessageIsSent() {
    second.createWindow(0, WINDOW, 64);
    first.network.holdSends();
    first.ranks.get(0).put(WINDOW, 2, 0, 1, 1);
    first.ranks.get(0).put(WINDOW, 2, 0, 2, 2);
    first.work();
    first.work();
    assertThat(first.ranks.get(0).stagingReleased()).isZero();
    assertThat(first.manager(0).isIdle()).isFalse();

    first.network.completeSends();
    first.work();
    assertThat(first.ranks.get(0).stagingReleased()).isEqualTo(2);
    assertThat(first.manager(0).isIdle()).isTrue();
  }

  @Test
  void aPutWithinTheProcessNeedsNoNetwork() {
    long base = first.createWindow(1, DEVICE_WINDOW, 64);
    first.device.holdCopies();
    first.ranks.get(0).put(DEVICE_WINDOW, 1, 4, 5, 6);
    first.work();
    first.work();
    assertThat(first.ranks.get(1).note()).isEmpty();
    assertThat(first.ranks.get(0).stagingReleased()).isZero();

    first.device.completeCopies();
    first.work();
    assertThat(first.ranks.get(1).note()).contains(new FakeRank.Note(DEVICE_WINDOW, 0, 6));
    assertThat(first.ranks.get(0).stagingReleased()).isEqualTo(1);
    assertThat(FakeDevice.memory(base, 64).get(ValueLayout.JAVA_INT, 4)).isEqualTo(5);
    assertThat(wires).allSatisfy(wire -> assertThat(wire).isEmpty());
  }

  @Test
  void ranksOfTheDeviceCommunicatorAreCountedFromTheDevice() {
    second.createWindow(0, DEVICE_WINDOW, 64);
    second.ranks.get(1).put(DEVICE_WINDOW, 0, 0, 1, 2);
    second.work();
    second.work();
    assertThat(second.ranks.get(0).note()).contains(new FakeRank.Note(DEVICE_WINDOW, 1, 2));
  }

  @Test
  void aPutThatLeavesTheWindowNamesEverything() {
    second.createWindow(1, WINDOW, 64);
    first.ranks.get(0).put(WINDOW, 3, 62, 1, 1);
    first.work();
    second.work();
    assertThat(second.failures.first())
        .hasValueSatisfying(
            failure -> {
              assertThat(failure).isInstanceOf(Failure.WindowMisuse.class);
              assertThat(failure.rank()).hasValue(0);
              assertThat(failure.message())
                  .isEqualTo(
                      "rank 0 put 4 bytes at offset 62 into window 3 of WORLD of rank 3, whose part has 64 bytes");
            });
    assertThat(second.ranks.get(1).note()).isEmpty();
  }

  @Test
  void aPutIntoAFreedWindowIsRefused() {
    second.createWindow(1, WINDOW, 64);
    second.ranks.get(1).freeWindow(WINDOW, 3);
    second.work();
    first.ranks.get(0).put(WINDOW, 3, 0, 1, 1);
    first.work();
    second.work();
    assertThat(second.failures.first()).containsInstanceOf(Failure.WindowMisuse.class);
  }

  @Test
  void aPutToARankThatDoesNotExistIsRefused() {
    first.ranks.get(0).put(WINDOW, 4, 0, 1, 1);
    first.work();
    assertThat(first.failures.first()).containsInstanceOf(Failure.ApiMisuse.class);
  }

  @Test
  void aBarrierIsReleasedWhenEveryProcessArrived() {
    second.ranks.get(0).barrier(1);
    second.work();
    first.work();
    assertThat(barriers(first)).isZero();

    first.ranks.get(1).barrier(1);
    first.work();
    second.work();
    assertThat(barriers(first)).isEqualTo(1);
    assertThat(barriers(second)).isEqualTo(1);
  }

  @Test
  void aDeadDeviceIsNotTouched() {
    second.createWindow(1, WINDOW, 64);
    second.device.holdCopies();
    first.ranks.get(0).put(WINDOW, 3, 0, 1, 1);
    first.ranks.get(0).put(WINDOW, 3, 0, 2, 1);
    first.work();
    second.delivery.abandon();
    second.work();
    assertThat(second.ranks.get(1).note()).isEmpty();
    assertThat(second.failures.isEnding()).isFalse();
  }

  @Test
  void anUnknownCommandEndsTheJob() {
    first.ranks.get(0).sendUnknownCommand();
    first.work();
    assertThat(first.failures.first()).containsInstanceOf(Failure.RuntimeError.class);
  }

  private static int barriers(ProcessFixture process) {
    return SharedInts.getAcquire(
        process.memory.control().host(), ControlPageDescriptor.WORLD_BARRIER_OFFSET);
  }
}
