package org.gpurma.runtime.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.gpurma.runtime.records.WaitRecordDescriptor;
import org.junit.jupiter.api.Test;

class WaitInProgressTest {

  private final MemorySegment record = Arena.ofAuto().allocate(WaitRecordDescriptor.BYTES, 64);
  private final WaitInProgress wait = new WaitInProgress(record);

  private void publish(int version, int kind, long since) {
    record.set(ValueLayout.JAVA_INT, WaitRecordDescriptor.VERSION_OFFSET, version);
    record.set(ValueLayout.JAVA_INT, WaitRecordDescriptor.KIND_OFFSET, kind);
    record.set(ValueLayout.JAVA_LONG, WaitRecordDescriptor.SINCE_NS_OFFSET, since);
  }

  @Test
  void aRankThatDoesNotWaitHasWaitedForWhatItCounted() {
    assertThat(wait.waited(0, 1_000)).isZero();
    assertThat(wait.waited(70, 2_000)).isEqualTo(70);
  }

  @Test
  void theTimeOfAWaitGrowsWhileItGoesOnAndIsNotCountedTwiceAfterwards() {
    publish(2, WaitRecordDescriptor.COUNTER, 5_000_000);

    assertThat(wait.waited(70, 1_000)).isEqualTo(70);
    assertThat(wait.waited(70, 3_000)).isEqualTo(2_070);
    publish(4, WaitRecordDescriptor.COUNTER, 5_000_000);
    assertThat(wait.waited(70, 4_000)).isEqualTo(3_070);
    publish(6, 0, 5_000_000);
    assertThat(wait.waited(4_500, 5_000)).isEqualTo(4_500);
  }

  @Test
  void aRankWhoseCountersArriveBeforeOrAfterTheEndOfItsWaitHasNeverWaitedLessThanBefore() {
    publish(2, WaitRecordDescriptor.BARRIER, 5_000_000);
    wait.waited(0, 1_000);
    assertThat(wait.waited(0, 9_000)).isEqualTo(8_000);

    assertThat(wait.waited(8_500, 9_500)).isEqualTo(8_500);
    publish(4, 0, 5_000_000);
    assertThat(wait.waited(0, 9_600)).isEqualTo(8_500);
  }

  @Test
  void aRankThatHasFinishedWaitsNoMore() {
    publish(2, WaitRecordDescriptor.BARRIER, 5_000_000);
    wait.waited(0, 1_000);
    publish(4, WaitRecordDescriptor.FINISHED, 9_000_000);

    assertThat(wait.waited(700, 2_000)).isEqualTo(700);
    assertThat(wait.waited(700, 9_000)).isEqualTo(700);
  }

  @Test
  void theNextWaitBeginsAnew() {
    publish(2, WaitRecordDescriptor.COUNTER, 5_000_000);
    wait.waited(0, 1_000);
    publish(6, WaitRecordDescriptor.COUNTER, 7_000_000);

    assertThat(wait.waited(1_500, 3_000)).isEqualTo(1_500);
    assertThat(wait.waited(1_500, 3_100)).isEqualTo(1_600);
  }

  @Test
  void aRecordThatIsBeingWrittenSaysNothingNew() {
    publish(3, WaitRecordDescriptor.COUNTER, 5_000_000);
    wait.waited(0, 1_000);
    assertThat(wait.waited(0, 2_000)).isZero();
    publish(4, WaitRecordDescriptor.COUNTER, 5_000_000);
    wait.waited(0, 3_000);

    publish(5, 0, 0);

    assertThat(wait.waited(0, 4_000)).isEqualTo(1_000);
  }
}
