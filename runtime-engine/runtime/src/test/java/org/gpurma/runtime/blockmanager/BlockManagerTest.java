package org.gpurma.runtime.blockmanager;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.AccessFlags;
import org.gpurma.runtime.records.ControlPageDescriptor;
import org.gpurma.runtime.records.WindowHandle;
import org.junit.jupiter.api.Test;

class BlockManagerTest extends TwoProcesses {
  @Test
  void bytesCannotBePutWithoutAWindow() {
    first.ranks.get(0).putBytes(WindowHandle.NO_WINDOW, 2, 0, payload(4), 1, AccessFlags.COUNTS);
    first.work();
    assertThat(first.failures.first()).containsInstanceOf(Failure.ApiMisuse.class);
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

  private static int barriers(ProcessFixture process) {
    return SharedInts.getAcquire(
        process.memory.control().host(), ControlPageDescriptor.WORLD_BARRIER_OFFSET);
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
}
