package org.gpurma.runtime.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpurma.runtime.records.WaitRecordDescriptor.ANY;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.gpurma.runtime.records.WindowHandle;
import org.junit.jupiter.api.Test;

/** A process whose first rank is 8. */
class WatchedProcessTest {

  private final List<PublishedWait> records =
      IntStream.range(0, 2).mapToObj(_ -> new PublishedWait()).toList();
  private final FakeInFlight inFlight = new FakeInFlight(2);
  private final WatchedProcess process = process(false);

  @Test
  void isStillWhenAllRanksWaitForOthers() {
    records.getFirst().publish(PublishedWait.waiting());
    assertThat(process.look(0).isStill()).isFalse();
    records.getLast().publish(PublishedWait.inBarrier(WindowHandle.DEVICE));
    assertThat(process.look(0).isStill()).isTrue();
    records.getFirst().publishEnd();
    assertThat(process.look(0).isStill()).isFalse();
  }

  @Test
  void aRankThatWaitsForWhatIsOwedToItIsNotStill() {
    records.getFirst().publish(PublishedWait.waiting());
    for (WaitKind kind : List.of(WaitKind.LANE, WaitKind.HOST, WaitKind.GET)) {
      records.getLast().publish(PublishedWait.in(kind, new Wait.Subject(0, 0, 0, 0), 0));
      assertThat(process.look(0).isStill()).as(kind::name).isFalse();
    }
  }

  @Test
  void aRankThatHasWhatItWaitsForIsNotStill() {
    records.getFirst().publish(PublishedWait.waiting());
    for (WaitKind kind : List.of(WaitKind.NOTIFICATIONS, WaitKind.COUNTER)) {
      Wait.Subject three = new Wait.Subject(0, ANY, 4, 3);
      records.getLast().publish(PublishedWait.in(kind, three, 3));
      assertThat(process.look(0).isStill()).as(kind::name).isFalse();
      records.getLast().publish(PublishedWait.in(kind, three, 2));
      assertThat(process.look(0).isStill()).as(kind::name).isTrue();
    }
  }

  @Test
  void aRecordThatIsBeingWrittenIsNotStill() {
    records.forEach(record -> record.publish(PublishedWait.waiting()));
    assertThat(process.look(0).isStill()).isTrue();
    records.getLast().begin();
    assertThat(process.look(0).isStill()).isFalse();
  }

  @Test
  void aHostAtWorkIsNotStill() {
    records.forEach(record -> record.publish(PublishedWait.waiting()));
    inFlight.isIdle = false;
    assertThat(process.look(0).isStill()).isFalse();
  }

  @Test
  void aHostThatDoesNotAnswerIsNotStill() {
    records.forEach(record -> record.publish(PublishedWait.waiting()));
    inFlight.answers = false;
    assertThat(process.look(0).isStill()).isFalse();
  }

  @Test
  void theHostIsNotAskedWhileARankRuns() {
    records.getFirst().publish(PublishedWait.waiting());
    process.look(0);
    assertThat(inFlight.asked).isZero();
  }

  @Test
  void aCommandThatIsNotDoneIsUnderWay() {
    records.forEach(record -> record.publish(withTotals(new Wait.Totals(0, 0, 0, 3, 0, 0))));
    inFlight.entriesDone = 2;
    assertThat(process.look(0).isStill()).isFalse();
    inFlight.entriesDone = 3;
    assertThat(process.look(0).isStill()).isTrue();
  }

  @Test
  void aPieceThatItsRankHasNotTakenIsUnderWay() {
    records.forEach(record -> record.publish(withTotals(new Wait.Totals(0, 0, 3, 0, 0, 0))));
    inFlight.piecesWritten = 4;
    assertThat(process.look(0).isStill()).isFalse();
    inFlight.piecesWritten = 3;
    assertThat(process.look(0).isStill()).isTrue();
  }

  @Test
  void aDeviceBarrierThatAllHaveReachedIsOver() {
    records.forEach(record -> record.publish(PublishedWait.inBarrier(WindowHandle.DEVICE)));
    assertThat(process.look(0).isStill()).isFalse();
  }

  @Test
  void aWorldBarrierMayWaitForOtherProcesses() {
    records.forEach(record -> record.publish(PublishedWait.inBarrier(WindowHandle.WORLD)));
    assertThat(process.look(0))
        .isEqualTo(new Standing(Rest.STILL, true, 4, 0, 0, 0, 0, Course.ofWaiting(-1)));
  }

  @Test
  void countsAreAddedUp() {
    records.forEach(record -> record.publish(withTotals(new Wait.Totals(1 << 31, 7, 0, 0, 0, 0))));
    inFlight.messagesSent = 5;
    inFlight.messagesHandled = 6;
    assertThat(process.look(0))
        .isEqualTo(new Standing(Rest.STILL, false, 4, 0, 14, 5, 6, Course.ofWaiting(0)));
  }

  @Test
  void aRankThatHasFinishedIsStillWhateverIsWrittenForIt() {
    records.getFirst().publish(PublishedWait.waiting());
    records.getLast().publish(PublishedWait.finished(PublishedWait.entered(2, 1)));
    assertThat(process.look(0))
        .isEqualTo(
            new Standing(
                Rest.STILL,
                false,
                4,
                0,
                0,
                0,
                0,
                new Course(OptionalInt.of(0), OptionalInt.of(1))));
    records.getFirst().publish(withTotals(new Wait.Totals(0, 0, 5, 0, 0, 0)));
    inFlight.piecesWritten = 5;
    assertThat(process.look(0).isStill()).isTrue();
    inFlight.entriesDone = 1;
    assertThat(process.look(0).isStill()).as("its last command is not done").isFalse();
    assertThat(process.finished()).containsExactly(9);
    assertThat(process.waits(0)).singleElement().extracting(RankWait::rank).isEqualTo(8);
    assertThat(process.running()).isEmpty();
  }

  @Test
  void ranksThatWaitForWhatIsOwedToThemRestButAreNotStill() {
    records.getFirst().publish(PublishedWait.waiting());
    assertThat(process.look(0).rest()).isEqualTo(Rest.MOVING);
    assertThat(process.running()).containsExactly(9);
    records.getLast().publish(PublishedWait.in(WaitKind.LANE, new Wait.Subject(0, 0, 0, 0), 0));
    assertThat(process.look(0).rest()).isEqualTo(Rest.WAITING);
  }

  @Test
  void aWorldBarrierThatRanksHaveReachedByDifferentBarriersOfTheirDeviceMayNeverBeComplete() {
    records.getFirst().publish(inWorldBarrier(PublishedWait.entered(5, 3)));
    records.getLast().publish(inWorldBarrier(PublishedWait.entered(6, 4)));
    assertThat(process.look(0).isInWorldBarrier()).as("one has not left the last yet").isTrue();
    records.getLast().publish(inWorldBarrier(PublishedWait.entered(6, 3)));
    assertThat(process.look(0).isInWorldBarrier()).isFalse();
    records.getLast().publish(PublishedWait.finished(PublishedWait.entered(6, 3)));
    assertThat(process.look(0).isInWorldBarrier()).isFalse();
    records.getLast().publish(PublishedWait.finished(PublishedWait.entered(5, 3)));
    assertThat(process.look(0).isInWorldBarrier()).isTrue();
  }

  @Test
  void whoIsInADeviceBarrierThatAFinishedRankHasNotEnteredWaitsTooLong() {
    records.getFirst().publish(inDeviceBarrier(PublishedWait.entered(7, 3)));
    records.getLast().publish(PublishedWait.finished(PublishedWait.entered(7, 4)));
    assertThat(process.look(0).course().isTooLong()).as("its release is on the way").isFalse();
    records.getFirst().publish(inDeviceBarrier(PublishedWait.entered(8, 3)));
    assertThat(process.look(0).course().isTooLong()).isTrue();
  }

  @Test
  void whereThereIsOneProcessBarriersOfBothCommunicatorsCompleteEachOther() {
    WatchedProcess alone = process(true);
    records.getFirst().publish(inWorldBarrier(PublishedWait.entered(5, 0)));
    records.getLast().publish(PublishedWait.inBarrier(WindowHandle.DEVICE));
    assertThat(alone.look(0).isInWorldBarrier()).isTrue();
    assertThat(process.look(0).isInWorldBarrier()).isFalse();
  }

  @Test
  void aWaitLastsUntilTheRankSaysOtherwise() {
    records.getLast().publish(PublishedWait.in(WaitKind.COUNTER, new Wait.Subject(0, 0, 4, 9), 1));
    process.look(100);
    records.getLast().publish(PublishedWait.in(WaitKind.COUNTER, new Wait.Subject(0, 0, 4, 9), 2));
    process.look(300);

    assertThat(process.waits(400))
        .singleElement()
        .satisfies(
            wait -> assertThat(wait.rank()).isEqualTo(9),
            wait -> assertThat(wait.waited()).isEqualTo(Duration.ofNanos(300)));
    assertThat(process.ranks().getLast().withoutProgress(400)).isEqualTo(Duration.ofNanos(100));

    records.getLast().publishEnd();
    process.look(500);
    assertThat(process.waits(500)).isEmpty();
  }

  private WatchedProcess process(boolean alone) {
    return new WatchedProcess(
        IntStream.range(0, 2)
            .mapToObj(i -> new WatchedRank(8 + i, new WaitRecord(records.get(i).memory)))
            .toList(),
        inFlight,
        alone);
  }

  private static Wait inWorldBarrier(Wait.Totals totals) {
    return PublishedWait.waiting(
        WaitKind.BARRIER, new Wait.Subject(0, WindowHandle.WORLD, 0, 0), totals);
  }

  private static Wait inDeviceBarrier(Wait.Totals totals) {
    return PublishedWait.waiting(
        WaitKind.BARRIER, new Wait.Subject(0, WindowHandle.DEVICE, 0, 0), totals);
  }

  private static Wait withTotals(Wait.Totals totals) {
    Wait wait = PublishedWait.waiting();
    return new Wait(0, wait.kind(), wait.subject(), 0, totals, 1, 0, List.of());
  }
}
