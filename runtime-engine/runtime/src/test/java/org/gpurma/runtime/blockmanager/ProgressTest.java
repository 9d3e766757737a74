package org.gpurma.runtime.blockmanager;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.records.AccessFlags;
import org.gpurma.runtime.records.LaneDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private static final int WINDOW = 3;
  private static final int BYTES = 100_000;

  private final FakeNetwork.Wires wires = FakeNetwork.wires(2);
  private final ProcessFixture first = new ProcessFixture(wires, 0);
  private final ProcessFixture second = new ProcessFixture(wires, 1);
  private long buffer;

  @BeforeEach
  void createWindow() {
    second.createWindow(0, WINDOW, BYTES);
    buffer = first.allocate(0, BYTES);
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  @Test
  void aSmallPutIsCountedWhereverItPasses() {
    int before = first.progress.commandsDone(0);
    first.ranks.get(0).putBytes(WINDOW, 2, 0, new byte[100], 1, AccessFlags.NOTIFIES);
    assertThat(first.progress.commandsDone(0)).isEqualTo(before);
    first.work();
    assertThat(first.progress.commandsDone(0)).isEqualTo(before + 3);
    assertThat(first.progress.messagesSent()).isEqualTo(1);
    assertThat(second.progress.messagesHandled()).isZero();
    second.work();
    assertThat(second.progress.messagesHandled()).isEqualTo(1);
    assertThat(second.progress.piecesWritten(0)).isEqualTo(LaneDescriptor.pieces(100));
    assertThat(second.progress.piecesWritten(1)).isZero();
    assertThat(first.progress.isIdle()).isTrue();
    assertThat(second.progress.isIdle()).isTrue();
  }

  @Test
  void aProcessIsNotIdleWhileAnAccessWaitsForItsRank() {
    first.ranks.get(0).put(WINDOW, 2, 0, 1, 1);
    first.ranks.get(0).putStaged(WINDOW, 2, 0, new byte[2000], 2);
    first.work();
    second.work();
    assertThat(second.progress.isIdle()).isFalse();
    assertThat(second.ranks.get(0).access()).isPresent();
    second.work();
    second.work();
    assertThat(second.progress.isIdle()).isTrue();
  }

  @Test
  void bothProcessesAreBusyUntilATransferIsOver() {
    second.device.holdCopies();
    first.network.holdSends();
    first.ranks.get(0).putBulk(WINDOW, 2, 0, buffer, BYTES, 1, 1);
    work();
    assertThat(first.progress.isIdle()).isFalse();
    assertThat(second.progress.isIdle()).isFalse();
    first.network.completeSends();
    second.device.completeCopies();
    work();
    assertThat(first.ranks.get(0).answer()).isPresent();
    assertThat(first.progress.isIdle()).isTrue();
    assertThat(second.progress.isIdle()).isTrue();
  }

  @Test
  void bothProcessesAreBusyUntilAGetIsComplete() {
    second.device.holdFetches();
    first.ranks.get(0).get(WINDOW, 2, 0, buffer, 100, 1, 0);
    work();
    assertThat(first.progress.isIdle()).isFalse();
    assertThat(second.progress.isIdle()).isFalse();
    second.device.completeFetches();
    work();
    assertThat(first.ranks.get(0).getsCompleted()).isEqualTo(1);
    assertThat(first.progress.isIdle()).isTrue();
    assertThat(second.progress.isIdle()).isTrue();
    assertThat(first.progress.messagesSent() + second.progress.messagesSent())
        .isEqualTo(first.progress.messagesHandled() + second.progress.messagesHandled());
  }

  private void work() {
    for (int i = 0; i < 50; i++) {
      first.work();
      second.work();
    }
  }
}
