package org.gpurma.runtime.blockmanager;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpurma.runtime.fakes.FakeRank;
import org.gpurma.runtime.records.AccessFlags;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.records.WindowHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PutTest extends TwoProcesses {
  private static final int DEVICE_WINDOW = 1 << 8 | 5;

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
}
