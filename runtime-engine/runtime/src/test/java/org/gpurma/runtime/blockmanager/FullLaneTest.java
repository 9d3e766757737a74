package org.gpurma.runtime.blockmanager;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeRank;
import org.gpurma.runtime.records.AccessFlags;
import org.junit.jupiter.api.Test;

class FullLaneTest extends TwoProcesses {
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
}
