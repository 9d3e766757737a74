package org.gpurma.runtime.blockmanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.fakes.FakeRank;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.AccessFlags;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.records.ControlPageDescriptor;
import org.gpurma.runtime.records.WindowHandle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockManagerTest {

  private static final int WINDOW = 3;
  private static final int DEVICE_WINDOW = 1 << 8 | 5;

  private final FakeNetwork.Wires wires = FakeNetwork.wires(2);
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
  void aSmallPutArrivesInTheLaneOfItsTargetWithoutACopy() {
    second.createWindow(1, WINDOW, 64);
    second.device.holdCopies();

    first.ranks.get(1).put(WINDOW, 3, 8, 4711, 99);
    first.work();
    second.work();
    FakeRank.Access access = second.ranks.get(1).access().orElseThrow();
    assertThat(access.isNote(WINDOW, 1, 99)).isTrue();
    assertThat(access.offset()).isEqualTo(8);
    assertThat(access.isDirect()).isFalse();
    assertThat(access.value()).isEqualTo(4711);
    assertThat(second.network.heldBuffers()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 11, 12, 27, 28, 29, 32, 76, 77, 1000, 1023, 1024})
  void aPutOfAnySizeThatFitsInALaneArrivesWithAllItsBytes(int bytes) {
    second.createWindow(0, WINDOW, 2048);
    byte[] payload = payload(bytes);
    // So often that the rings wrap around, at every place that the entries can meet the end.
    for (int i = 0; i < 100; i++) {
      first.ranks.get(0).putBytes(WINDOW, 2, 5, payload, i, AccessFlags.NOTIFIES);
      first.work();
      second.work();
      FakeRank.Access access = second.ranks.get(0).access().orElseThrow();
      assertThat(access.isNote(WINDOW, 0, i)).isTrue();
      assertThat(access.payload()).isEqualTo(payload);
      assertThat(access.offset()).isEqualTo(5);
    }
    assertThat(first.ranks.get(0).commandsConsumed())
        .isEqualTo(100 * (1 + CommandDescriptor.payloadEntries(bytes)));
  }

  @Test
  void aPutWithoutNotificationArrivesWithoutFlags() {
    second.createWindow(0, WINDOW, 64);
    first.ranks.get(0).putBytes(WINDOW, 2, 0, payload(8), 0, 0);
    first.work();
    second.work();
    assertThat(second.ranks.get(0).access().orElseThrow().flags()).isZero();
  }

  @Test
  void aCounterIsRaisedWithoutAWindow() {
    first.ranks.get(1).count(WindowHandle.WORLD, 2, 200);
    first.ranks.get(1).count(WindowHandle.DEVICE, 0, 201);
    first.work();
    first.work();
    second.work();
    FakeRank.Access far = second.ranks.get(0).access().orElseThrow();
    assertThat(far.window()).isEqualTo(WindowHandle.NO_WINDOW);
    assertThat(far.source()).isEqualTo(1);
    assertThat(far.tag()).isEqualTo(200);
    assertThat(far.flags()).isEqualTo(AccessFlags.COUNTS);
    assertThat(first.ranks.get(0).access().orElseThrow().tag()).isEqualTo(201);
  }

  @Test
  void bytesCannotBePutWithoutAWindow() {
    first.ranks.get(0).putBytes(WindowHandle.NO_WINDOW, 2, 0, payload(4), 1, AccessFlags.COUNTS);
    first.work();
    assertThat(first.failures.first()).containsInstanceOf(Failure.ApiMisuse.class);
  }

  @Test
  void aStagedPutArrivesBeforeItsNotification() {
    long base = second.createWindow(1, WINDOW, 4096);
    second.device.holdCopies();

    first.ranks.get(1).putStaged(WINDOW, 3, 8, payload(3000), 99);
    first.work();
    second.work();
    assertThat(second.ranks.get(1).access()).isEmpty();
    assertThat(second.network.heldBuffers()).isEqualTo(1);

    second.device.completeCopies();
    second.work();
    FakeRank.Access access = second.ranks.get(1).access().orElseThrow();
    assertThat(access.isNote(WINDOW, 1, 99)).isTrue();
    assertThat(access.isDirect()).isTrue();
    assertThat(access.payload()).isEmpty();
    assertThat(bytesAt(base + 8, 3000)).isEqualTo(payload(3000));
    assertThat(second.network.heldBuffers()).isZero();
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
      assertThat(second.ranks.get(0).access().orElseThrow().tag()).isEqualTo(i);
    }
  }

  @Test
  void aSmallPutDoesNotOvertakeAStagedOne() {
    second.createWindow(0, WINDOW, 4096);
    second.device.holdCopies();
    first.ranks.get(0).putStaged(WINDOW, 2, 0, payload(2000), 1);
    first.ranks.get(0).put(WINDOW, 2, 0, 7, 2);
    first.ranks.get(0).put(WINDOW, 3, 0, 7, 3);
    second.createWindow(1, WINDOW, 64);
    first.work();
    second.work();
    assertThat(second.ranks.get(0).access()).isEmpty();
    assertThat(second.ranks.get(1).access().orElseThrow().tag()).isEqualTo(3);

    second.device.completeCopies();
    second.work();
    assertThat(second.ranks.get(0).access().orElseThrow().tag()).isEqualTo(1);
    assertThat(second.ranks.get(0).access().orElseThrow().tag()).isEqualTo(2);
  }

  @Test
  void aStagedPutIsNotCopiedWhileTheLaneHoldsAnOlderPayload() {
    long base = second.createWindow(0, WINDOW, 4096);
    first.ranks.get(0).put(WINDOW, 2, 0, 7, 1);
    first.ranks.get(0).putStaged(WINDOW, 2, 0, payload(2000), 2);
    first.ranks.get(0).putStaged(WINDOW, 2, 2000, payload(2000), 3);
    first.work();
    second.work();
    assertThat(bytesAt(base, 8)).containsOnly(0);
    assertThat(second.network.heldBuffers()).as("a waiting rank holds no receive buffer").isZero();

    assertThat(second.ranks.get(0).access().orElseThrow().tag()).isEqualTo(1);
    second.work();
    second.work();
    assertThat(bytesAt(base, 2000)).isEqualTo(payload(2000));
    assertThat(bytesAt(base + 2000, 2000)).isEqualTo(payload(2000));
    assertThat(second.ranks.get(0).access().orElseThrow().tag()).isEqualTo(2);
    assertThat(second.ranks.get(0).access().orElseThrow().tag()).isEqualTo(3);
  }

  @Test
  void whatFindsNoRoomInTheLaneWaitsInOrder() {
    second.createWindow(0, WINDOW, 2048);
    int sent = 0;
    for (; sent < 300; sent++) {
      first.ranks.get(0).putBytes(WINDOW, 2, 0, payload(sent), sent, AccessFlags.NOTIFIES);
      first.work();
      second.work();
    }
    assertThat(second.arrivals.areOver()).isFalse();
    for (int i = 0; i < sent; i++) {
      FakeRank.Access access = second.ranks.get(0).access().orElseThrow();
      assertThat(access.tag()).isEqualTo(i);
      assertThat(access.payload()).isEqualTo(payload(i));
      second.work();
    }
    assertThat(second.failures.isEnding()).isFalse();
  }

  @Test
  void tooManyWaitingAccessesEndTheJob() {
    second.createWindow(0, WINDOW, 64);
    int lane = second.memory.sizes().hostLane() / 2;
    for (int i = 0; i < lane + ProcessFixture.MOST_WAITING; i++) {
      first.ranks.get(0).putBytes(WINDOW, 2, 0, payload(0), i, AccessFlags.NOTIFIES);
      first.work();
      second.work();
    }
    assertThat(second.failures.isEnding()).isFalse();
    first.ranks.get(0).put(WINDOW, 2, 0, 0, 1);
    first.work();
    second.work();
    assertThat(second.failures.first())
        .containsInstanceOf(Failure.NotificationOverflow.class)
        .hasValueSatisfying(failure -> assertThat(failure.rank()).hasValue(2));
  }

  @Test
  void tooManyWaitingBytesEndTheJob() {
    second.createWindow(0, WINDOW, 16384);
    first.ranks.get(0).put(WINDOW, 2, 0, 0, 1);
    // Half of the fixture's room of 1 MiB is for payloads of this size.
    int most = (1 << 19) / second.memory.receiveSlotBytes();
    for (int i = 0; i < most; i++) {
      first.ranks.get(0).putStaged(WINDOW, 2, 0, payload(16384), 1);
      first.work();
      second.work();
    }
    assertThat(second.failures.isEnding()).isFalse();
    first.ranks.get(0).putStaged(WINDOW, 2, 0, payload(16384), 1);
    first.work();
    second.work();
    assertThat(second.failures.first()).containsInstanceOf(Failure.NotificationOverflow.class);
  }

  @Test
  void whatARankLeftInItsLaneWhenItFinishedIsCopiedIntoItsWindow() {
    long base = second.createWindow(0, WINDOW, 4096);
    byte[] expected = new byte[4096];
    for (int i = 0; i < 3; i++) {
      put(i, expected);
    }
    assertThat(second.ranks.get(0).access()).isPresent();
    FakeDevice.memory(base, 100).fill((byte) 0);
    System.arraycopy(new byte[100], 0, expected, 0, 100);
    second.ranks.get(0).finish();
    second.work();
    for (int i = 3; i < 6; i++) {
      put(i, expected);
    }
    for (int i = 0; i < 10; i++) {
      second.work();
    }
    assertThat(bytesAt(base, 4096)).isEqualTo(expected);
    assertThat(second.failures.isEnding()).isFalse();
  }

  /** Puts at a place of its own; every third is a staged one. */
  private void put(int index, byte[] expected) {
    byte[] payload = payload(index % 3 == 2 ? 1100 : 100 + index);
    int offset = index * 500;
    if (index % 3 == 2) {
      first.ranks.get(0).putStaged(WINDOW, 2, offset, payload, index);
    } else {
      first.ranks.get(0).putBytes(WINDOW, 2, offset, payload, index, AccessFlags.NOTIFIES);
    }
    first.work();
    second.work();
    System.arraycopy(payload, 0, expected, offset, payload.length);
  }

  @Test
  void aStagingSlotIsReleasedWhenItsMessageIsSent() {
    second.createWindow(0, WINDOW, 4096);
    first.network.holdSends();
    first.ranks.get(0).putStaged(WINDOW, 2, 0, payload(2000), 1);
    first.ranks.get(0).putStaged(WINDOW, 2, 0, payload(2000), 2);
    first.work();
    first.work();
    assertThat(first.ranks.get(0).stagingReleased()).isZero();
    assertThat(first.departures.areIdle()).isFalse();

    first.network.completeSends();
    first.work();
    assertThat(first.ranks.get(0).stagingReleased()).isEqualTo(2);
    assertThat(first.departures.areIdle()).isTrue();
  }

  @Test
  void aPutWithinTheProcessArrivesToo() {
    long base = first.createWindow(1, DEVICE_WINDOW, 4096);
    first.device.holdCopies();
    first.ranks.get(0).putStaged(DEVICE_WINDOW, 1, 4, payload(2000), 6);
    first.work();
    first.work();
    assertThat(first.ranks.get(1).access()).isEmpty();

    first.device.completeCopies();
    first.work();
    assertThat(first.ranks.get(1).access().orElseThrow().isNote(DEVICE_WINDOW, 0, 6)).isTrue();
    assertThat(first.ranks.get(0).stagingReleased()).isEqualTo(1);
    assertThat(bytesAt(base + 4, 2000)).isEqualTo(payload(2000));
  }

  @Test
  void ranksOfTheDeviceCommunicatorAreCountedFromTheDevice() {
    second.createWindow(0, DEVICE_WINDOW, 64);
    second.ranks.get(1).put(DEVICE_WINDOW, 0, 0, 1, 2);
    second.work();
    second.work();
    assertThat(second.ranks.get(0).access().orElseThrow().isNote(DEVICE_WINDOW, 1, 2)).isTrue();
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
    assertThat(second.ranks.get(1).access()).isEmpty();
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
    first.work();
    second.work();
    assertThat(barriers(first)).isEqualTo(1);
    assertThat(barriers(second)).isEqualTo(1);
  }

  @Test
  void aDeadDeviceIsNotTouched() {
    second.createWindow(1, WINDOW, 4096);
    second.device.holdCopies();
    first.ranks.get(0).putStaged(WINDOW, 3, 0, payload(2000), 1);
    first.ranks.get(0).put(WINDOW, 3, 0, 2, 1);
    first.work();
    second.work();
    second.arrivals.abandon();
    second.work();
    assertThat(second.ranks.get(1).access()).isEmpty();
    assertThat(second.network.heldBuffers()).isZero();
    assertThat(second.failures.isEnding()).isFalse();
  }

  @Test
  void anUnknownCommandEndsTheJob() {
    first.ranks.get(0).sendUnknownCommand();
    first.work();
    assertThat(first.failures.first()).containsInstanceOf(Failure.RuntimeError.class);
  }

  private static byte[] payload(int bytes) {
    byte[] payload = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      payload[i] = (byte) (i * 31 + bytes);
    }
    return payload;
  }

  private static byte[] bytesAt(long address, int bytes) {
    return FakeDevice.memory(address, bytes).toArray(ValueLayout.JAVA_BYTE);
  }

  private static int barriers(ProcessFixture process) {
    return SharedInts.getAcquire(
        process.memory.control().host(), ControlPageDescriptor.WORLD_BARRIER_OFFSET);
  }
}
