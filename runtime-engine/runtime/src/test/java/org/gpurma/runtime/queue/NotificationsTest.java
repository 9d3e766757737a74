package org.gpurma.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.gpurma.runtime.records.EntryDescriptor;
import org.junit.jupiter.api.Test;

class NotificationsTest {

  private static final int SLOTS = 4;
  private static final int BOUND = 200;
  private static final long CONSUMED = SLOTS * (long) EntryDescriptor.PIECE_BYTES;

  private final MemorySegment area = Arena.ofAuto().allocate(CONSUMED + 64, 64);
  private final Notifications notifications =
      new Notifications(new FlaggedQueueWriter(area, 0, CONSUMED, SLOTS, 1), BOUND);
  private int taken;

  @Test
  void theyArriveInOrderEvenWhenTheRingWasFull() {
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 100; i++) {
        assertThat(notifications.post(7, round, i)).isTrue();
      }
      for (int i = 0; i < 100; i++) {
        expectNext(7, round, i);
      }
    }
  }

  @Test
  void tooManyAreRefused() {
    for (int i = 0; i < SLOTS + BOUND; i++) {
      assertThat(notifications.post(0, 0, i)).isTrue();
    }
    assertThat(notifications.post(0, 0, 0)).isFalse();
  }

  @Test
  void aFinishedRankNeedsNone() {
    notifications.close();
    for (int i = 0; i < SLOTS + BOUND + 1; i++) {
      assertThat(notifications.post(0, 0, i)).isTrue();
    }
    assertThat(area.get(ValueLayout.JAVA_INT, EntryDescriptor.SEQUENCE_OFFSET)).isZero();
  }

  private void expectNext(int window, int source, int tag) {
    notifications.retry();
    long at = (long) (taken % SLOTS) * EntryDescriptor.PIECE_BYTES;
    assertThat(SharedInts.getAcquire(area, at + EntryDescriptor.SEQUENCE_OFFSET))
        .isEqualTo(taken + 1);
    assertThat(area.get(ValueLayout.JAVA_INT, at)).isEqualTo(window);
    assertThat(area.get(ValueLayout.JAVA_INT, at + 4)).isEqualTo(source);
    assertThat(area.get(ValueLayout.JAVA_INT, at + 8)).isEqualTo(tag);
    taken++;
    SharedInts.setRelease(area, CONSUMED, taken);
  }
}
