package org.gpurma.runtime.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.IntStream;
import org.gpurma.runtime.records.WindowHandle;
import org.junit.jupiter.api.Test;

/** A process of three ranks that looks every second. */
class ProcessWatchTest {

  private static final int RANKS = 3;
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final List<PublishedWait> records =
      IntStream.range(0, RANKS).mapToObj(_ -> new PublishedWait()).toList();
  private final FakeMailbox mailbox = new FakeMailbox();
  private final List<List<String>> reports = new ArrayList<>();
  private final List<Halt> deadlocks = new ArrayList<>();
  private final List<Halt> mismatches = new ArrayList<>();
  private final ProcessWatch watch = watch(Optional.empty());
  private long now;

  @Test
  void aRankIsReportedAfterTheGivenTime() {
    records.get(1).publish(PublishedWait.waiting());
    lookFor(watch, 30);
    assertThat(reports).isEmpty();
    lookFor(watch, 1);
    assertThat(reports)
        .containsExactly(
            List.of(
                "rank 1 has waited 30.0 s for 1 notification of window 0 of WORLD from any rank with"
                    + " any tag (has 0)",
                "ranks 0, 2 neither wait for long nor have finished: computing, polling, or returned"
                    + " without gpurma_gpu_finish"));
  }

  @Test
  void whoGetsWhatItWaitsForIsNotReported() {
    for (int found = 0; found < 4; found++) {
      records
          .getFirst()
          .publish(PublishedWait.in(WaitKind.NOTIFICATIONS, new Wait.Subject(0, 1, 2, 9), found));
      lookFor(watch, 29);
    }
    assertThat(reports).isEmpty();
  }

  @Test
  void whatElseArrivesIsNoProgress() {
    Wait wait = PublishedWait.waiting();
    for (int unmatched = 0; unmatched < 4; unmatched++) {
      records
          .getFirst()
          .publish(
              new Wait(
                  0,
                  wait.kind(),
                  wait.subject(),
                  0,
                  wait.totals(),
                  1,
                  unmatched,
                  notes(unmatched)));
      lookFor(watch, 8);
    }
    assertThat(reports).hasSize(1);
  }

  @Test
  void reportsOfALongWaitGrowRare() {
    records.getFirst().publish(PublishedWait.waiting());
    lookFor(watch, 3600);
    assertThat(reports).hasSize(7);
  }

  @Test
  void aReportShowsAllThatWaitForLong() {
    records.get(0).publish(PublishedWait.waiting());
    lookFor(watch, 40);
    records.get(2).publish(PublishedWait.inBarrier(WindowHandle.WORLD));
    lookFor(watch, 29);
    assertThat(reports).hasSize(2).last().asString().contains("rank 0").doesNotContain("rank 2");
    lookFor(watch, 40);
    assertThat(reports).hasSize(3).last().asString().contains("rank 0").contains("rank 2");
  }

  @Test
  void aRankThatWaitsLongTimeAndAgainIsNotReportedEachTime() {
    for (int phase = 0; phase < 60; phase++) {
      records.getFirst().publish(waitSince(phase));
      lookFor(watch, 35);
      records.getFirst().publishEnd();
      lookFor(watch, 5);
    }
    assertThat(reports).hasSize(1);
  }

  @Test
  void aQuestionIsAnsweredByALookThatCameAfterIt() {
    publishAll();
    lookFor(watch, 3);
    mailbox.arriving.add(new Letter.Question(0, 5));
    records.getFirst().publishEnd();
    lookFor(watch, 1);
    assertThat(mailbox.posted)
        .singleElement()
        .isInstanceOfSatisfying(
            Letter.Reply.class,
            reply -> {
              assertThat(reply.process()).isZero();
              assertThat(reply.round()).isEqualTo(5);
              assertThat(reply.answer().standing().isStill()).isFalse();
              assertThat(reply.answer().waits())
                  .singleElement()
                  .asString()
                  .startsWith("ranks 1-2 ");
            });
  }

  @Test
  void whoStandsStillSaysWhatItsRanksWaitFor() {
    publishAll();
    lookFor(watch, 3);
    mailbox.arriving.add(new Letter.Question(0, 6));
    lookFor(watch, 1);
    assertThat(mailbox.posted)
        .singleElement()
        .isInstanceOfSatisfying(
            Letter.Reply.class,
            reply -> {
              assertThat(reply.answer().standing().isStill()).isTrue();
              assertThat(reply.answer().waits())
                  .singleElement()
                  .asString()
                  .startsWith("ranks 0-2 ");
            });
  }

  @Test
  void aReportTellsWhoHasFinished() {
    records.get(0).publish(PublishedWait.finished(PublishedWait.entered(1, 1)));
    records.get(1).publish(PublishedWait.waiting());
    records.get(2).publish(PublishedWait.waiting());
    lookFor(watch, 31);
    assertThat(reports)
        .singleElement()
        .asInstanceOf(LIST)
        .hasSize(2)
        .last()
        .isEqualTo("rank 0 has finished");
  }

  @Test
  void aRankThatWaitsBehindTheEndOfAnotherIsFoundOnce() {
    ProcessWatch searching =
        watch(Optional.of(new DeadlockSearch(0, 1, Duration.ofSeconds(1), mailbox::post, 0)));
    records.get(0).publish(PublishedWait.finished(PublishedWait.entered(3, 2)));
    records.get(1).publish(inBarrier(PublishedWait.entered(4, 3)));
    records.get(2).publish(PublishedWait.finished(PublishedWait.entered(3, 2)));
    lookFor(searching, 20);
    assertThat(deadlocks).isEmpty();
    assertThat(mismatches)
        .singleElement()
        .satisfies(
            halt -> assertThat(halt.waits()).singleElement().asString().startsWith("rank 1 has"),
            halt -> assertThat(halt.finished()).containsExactly(0, 2));
  }

  @Test
  void aRankThatHasNotYetLeftTheLastBarrierIsNoMismatch() {
    ProcessWatch searching =
        watch(Optional.of(new DeadlockSearch(0, 1, Duration.ofSeconds(1), mailbox::post, 0)));
    records.get(0).publish(PublishedWait.finished(PublishedWait.entered(3, 2)));
    records.get(1).publish(inBarrier(PublishedWait.entered(3, 2)));
    records.get(2).publish(PublishedWait.finished(PublishedWait.entered(3, 2)));
    lookFor(searching, 20);
    assertThat(deadlocks).isEmpty();
    assertThat(mismatches).isEmpty();
  }

  @Test
  void ranksThatHaveAllFinishedAreNoDeadlock() {
    ProcessWatch searching =
        watch(Optional.of(new DeadlockSearch(0, 1, Duration.ofSeconds(1), mailbox::post, 0)));
    records.forEach(record -> record.publish(PublishedWait.finished(PublishedWait.entered(3, 2))));
    lookFor(searching, 20);
    assertThat(deadlocks).isEmpty();
    assertThat(mismatches).isEmpty();
  }

  @Test
  void whoMayNotAskDoesNotSearch() {
    ProcessWatch searching =
        watch(Optional.of(new DeadlockSearch(0, 2, Duration.ofSeconds(1), mailbox::post, 0)));
    mailbox.mayAsk = false;
    publishAll();
    lookFor(searching, 20);
    assertThat(mailbox.posted).isEmpty();
    mailbox.mayAsk = true;
    lookFor(searching, 1);
    assertThat(mailbox.posted).isNotEmpty();
  }

  @Test
  void aDeadlockIsFoundOnceAndNamesTheWaitsOfAll() {
    ProcessWatch searching =
        watch(Optional.of(new DeadlockSearch(0, 2, Duration.ofSeconds(1), mailbox::post, 0)));
    publishAll();
    for (int i = 0; i < 20; i++) {
      lookFor(searching, 1);
      mailbox.posted.forEach(
          question ->
              mailbox.arriving.add(
                  new Letter.Reply(
                      1,
                      question.round(),
                      new Answer(
                          new Standing(Rest.STILL, true, 1, 0, 0, 0, 0, Course.ofWaiting(0)),
                          List.of("rank 3 waits"),
                          List.of()))));
      mailbox.posted.clear();
    }
    assertThat(deadlocks)
        .singleElement()
        .asString()
        .contains("ranks 0-2 ")
        .contains("rank 3 waits");
  }

  private ProcessWatch watch(Optional<DeadlockSearch> search) {
    return new ProcessWatch(
        new WatchedProcess(
            IntStream.range(0, RANKS)
                .mapToObj(i -> new WatchedRank(i, new WaitRecord(records.get(i).memory)))
                .toList(),
            new FakeInFlight(RANKS),
            false),
        new Stillness(Duration.ofSeconds(1), Duration.ofSeconds(1)),
        new ReportSchedule(RANKS, Duration.ofSeconds(30), 0),
        new WaitLines(0, 10),
        mailbox,
        search,
        new Findings() {
          @Override
          public void stalled(List<String> lines) {
            reports.add(lines);
          }

          @Override
          public void deadlocked(Halt halt) {
            deadlocks.add(halt);
          }

          @Override
          public void mismatched(Halt halt) {
            mismatches.add(halt);
          }
        });
  }

  private static Wait inBarrier(Wait.Totals totals) {
    return PublishedWait.waiting(
        WaitKind.BARRIER, new Wait.Subject(0, WindowHandle.WORLD, 0, 0), totals);
  }

  private void publishAll() {
    records.forEach(record -> record.publish(PublishedWait.waiting()));
  }

  private void lookFor(ProcessWatch watch, int seconds) {
    for (int i = 0; i < seconds; i++) {
      watch.look(now);
      now += SECOND;
    }
  }

  private static Wait waitSince(long since) {
    Wait wait = PublishedWait.waiting();
    return new Wait(0, wait.kind(), wait.subject(), 0, wait.totals(), since, 0, List.of());
  }

  private static List<Note> notes(int count) {
    return IntStream.range(0, count).mapToObj(tag -> new Note(0, 1, tag)).toList();
  }

  private static final class FakeMailbox implements Mailbox {

    private final Queue<Letter> arriving = new ArrayDeque<>();
    private final List<Letter> posted = new ArrayList<>();
    private boolean mayAsk = true;

    @Override
    public void post(Letter letter) {
      posted.add(letter);
    }

    @Override
    public Letter poll() {
      return arriving.poll();
    }

    @Override
    public boolean mayAsk() {
      return mayAsk;
    }
  }
}
