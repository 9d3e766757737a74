package org.gpurma.runtime.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.gpurma.runtime.records.WindowHandle;
import org.junit.jupiter.api.Test;

class CourseTest {

  private static final Wait.Totals ENTERED = PublishedWait.entered(9, 5);

  @Test
  void theFurthestThatWaitsAndTheFirstThatEndedCount() {
    Course all =
        Course.NONE
            .and(Course.ofWaiting(3))
            .and(Course.ofFinished(8))
            .and(Course.ofWaiting(5))
            .and(Course.ofFinished(7))
            .and(Course.ofWaiting(4));
    assertThat(all).isEqualTo(new Course(OptionalInt.of(5), OptionalInt.of(7)));
  }

  @Test
  void whoHasAllBarriersOfAFinishedRankBehindItWaitsTooLong() {
    assertThat(Course.ofWaiting(6).and(Course.ofFinished(7)).isTooLong()).isFalse();
    assertThat(Course.ofWaiting(7).and(Course.ofFinished(7)).isTooLong()).isTrue();
    assertThat(Course.ofWaiting(8).and(Course.ofFinished(7)).isTooLong()).isTrue();
  }

  @Test
  void countsWrapAround() {
    assertThat(Course.ofWaiting(Integer.MIN_VALUE).and(Course.ofFinished(Integer.MAX_VALUE)))
        .satisfies(
            course -> assertThat(course.isTooLong()).isTrue(),
            course ->
                assertThat(course.and(Course.ofWaiting(Integer.MAX_VALUE)).passed())
                    .hasValue(Integer.MIN_VALUE));
    assertThat(
            Course.ofWaiting(Integer.MAX_VALUE)
                .and(Course.ofFinished(Integer.MIN_VALUE))
                .isTooLong())
        .isFalse();
  }

  @Test
  void withoutAWaitOrAnEndNobodyWaitsTooLong() {
    assertThat(Course.NONE.isTooLong()).isFalse();
    assertThat(Course.ofWaiting(7).isTooLong()).isFalse();
    assertThat(Course.ofFinished(7).isTooLong()).isFalse();
  }

  @Test
  void theBarrierThatARankIsInIsNotBehindIt() {
    assertThat(inBarrier(WindowHandle.WORLD).course(false)).isEqualTo(Course.ofWaiting(4));
    assertThat(inBarrier(WindowHandle.DEVICE).course(false)).isEqualTo(Course.ofWaiting(5));
    assertThat(inBarrier(WindowHandle.WORLD).course(true)).isEqualTo(Course.ofWaiting(8));
    assertThat(inBarrier(WindowHandle.DEVICE).course(true)).isEqualTo(Course.ofWaiting(8));
  }

  @Test
  void waitsThatGpurmaGpuFinishMayEndInSayNothing() {
    for (WaitKind kind : WaitKind.values()) {
      Course expected =
          switch (kind) {
            case NONE, HOST, GET -> Course.NONE;
            case NOTIFICATIONS, COUNTER, LANE -> Course.ofWaiting(5);
            case BARRIER -> Course.ofWaiting(4);
            case FINISHED -> Course.ofFinished(5);
          };
      assertThat(PublishedWait.waiting(kind, new Wait.Subject(0, 0, 0, 1), ENTERED).course(false))
          .as(kind::name)
          .isEqualTo(expected);
    }
  }

  private static Wait inBarrier(int communicator) {
    return PublishedWait.waiting(
        WaitKind.BARRIER, new Wait.Subject(0, communicator, 0, 0), ENTERED);
  }
}
