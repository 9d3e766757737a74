package org.gpurma.runtime.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Process 0 among three. */
class DeadlockSearchTest {

  private static final long PAUSE = Duration.ofSeconds(1).toNanos();
  private static final Course WAITING = Course.ofWaiting(4);
  private static final Standing STILL = new Standing(Rest.STILL, false, 10, 5, 5, 7, 7, WAITING);

  private final List<Letter> sent = new ArrayList<>();
  private final DeadlockSearch search =
      new DeadlockSearch(0, 3, Duration.ofNanos(PAUSE), sent::add, 0);

  @Test
  void asksNobodyWhileItsOwnRanksMove() {
    search.look(STILL.moving(), 0);
    assertThat(sent).isEmpty();
  }

  @Test
  void findsADeadlockWhenAllStandStillTwice() {
    assertThat(answerBoth(STILL, STILL)).isPresent();
  }

  @Test
  void asksASecondTimeOnlyAfterAPause() {
    search.look(STILL, 0);
    reply(1, STILL);
    reply(2, STILL);
    search.look(STILL, 10);
    search.look(STILL, 9 + PAUSE);
    assertThat(sent).hasSize(2);
    search.look(STILL, 10 + PAUSE);
    assertThat(sent).hasSize(4);
  }

  @Test
  void asksASecondTimeOnlyAfterTheLastFirstAnswer() {
    search.look(STILL, 0);
    reply(1, STILL);
    search.look(STILL, 100 * PAUSE);
    assertThat(sent).hasSize(2);
  }

  @Test
  void aProcessThatMovesIsNoDeadlock() {
    assertThat(answerBoth(STILL.moving(), STILL)).isEmpty();
    assertThat(answerBoth(STILL, STILL.moving())).isEmpty();
    assertThat(verdict(STILL, STILL.moving(), STILL)).isEmpty();
  }

  @Test
  void aRankThatSpokeBetweenTheAnswersIsNoDeadlock() {
    assertThat(answerBoth(STILL, new Standing(Rest.STILL, false, 12, 5, 5, 7, 7, WAITING)))
        .isEmpty();
  }

  @Test
  void anAnsweredMessageBetweenTheAnswersIsNoDeadlock() {
    // Seen between a process's message and the answer to it, and another after both, the totals
    // agree although nothing was ever still.
    assertThat(answerBoth(STILL, new Standing(Rest.STILL, false, 10, 5, 5, 8, 8, WAITING)))
        .isEmpty();
  }

  @Test
  void aPieceThatNobodyHasTakenIsNoDeadlock() {
    Standing sender = new Standing(Rest.STILL, false, 10, 6, 5, 7, 7, WAITING);
    assertThat(answerBoth(sender, sender)).isEmpty();
  }

  @Test
  void aMessageUnderWayIsNoDeadlock() {
    Standing sender = new Standing(Rest.STILL, false, 10, 5, 5, 8, 7, WAITING);
    assertThat(answerBoth(sender, sender)).isEmpty();
  }

  @Test
  void whatOneSentAndAnotherTookIsNotUnderWay() {
    assertThat(
            verdict(
                new Standing(Rest.STILL, false, 1, Integer.MIN_VALUE, 0, 9, 2, WAITING),
                new Standing(Rest.STILL, false, 1, 0, Integer.MAX_VALUE, 0, 7, WAITING),
                new Standing(Rest.STILL, false, 1, 0, 1, 0, 0, WAITING)))
        .isPresent();
  }

  @Test
  void aBarrierThatAllHaveReachedIsNoDeadlock() {
    Standing inBarrier = new Standing(Rest.STILL, true, 10, 5, 5, 7, 7, WAITING);
    assertThat(verdict(inBarrier, inBarrier, inBarrier)).isEmpty();
    assertThat(verdict(inBarrier, inBarrier, STILL)).isPresent();
  }

  @Test
  void aJobWhoseRanksHaveAllFinishedIsNoDeadlock() {
    Standing over = new Standing(Rest.STILL, false, 10, 5, 5, 7, 7, Course.ofFinished(4));
    assertThat(verdict(over, over, over)).isEmpty();
    assertThat(verdict(over, over, with(over, Course.ofWaiting(3))))
        .containsInstanceOf(Verdict.Deadlock.class);
  }

  @Test
  void aRankThatWaitsBehindTheEndOfAnotherIsFoundWithTheFirstAnswers() {
    Standing over = with(STILL, Course.ofFinished(4));
    // A piece that nobody takes, and a process that is not still, make no difference.
    Standing late = new Standing(Rest.MOVING, false, 10, 9, 5, 7, 7, Course.ofWaiting(4));
    search.look(over, 0);
    reply(1, over);
    reply(2, late);
    assertThat(search.look(over, 0)).containsInstanceOf(Verdict.Mismatch.class);
  }

  @Test
  void aProcessWhoseRanksOnlyWaitMayAsk() {
    search.look(new Standing(Rest.WAITING, false, 1, 0, 0, 0, 0, WAITING), 0);
    assertThat(sent).hasSize(2);
  }

  @Test
  void whoeverSearchesAsksAllOthers() {
    new DeadlockSearch(1, 3, Duration.ofNanos(PAUSE), sent::add, 0).look(STILL, 0);
    assertThat(sent).extracting(Letter::process).containsExactly(0, 2);
  }

  @Test
  void anAnswerToAnEarlierQuestionSaysNothing() {
    search.look(STILL, 0);
    int first = sent.getLast().round();
    search.look(STILL.moving(), 0);
    search.look(STILL, 0);
    search.take(new Letter.Reply(1, first, new Answer(STILL, List.of(), List.of())));
    reply(2, STILL);
    search.look(STILL, 0);
    search.look(STILL, PAUSE);
    assertThat(sent).as("questions of two searches").hasSize(4);
  }

  @Test
  void beginsAnewWhenItsOwnRanksHaveMoved() {
    answerFirst(STILL);
    search.look(STILL.moving(), 0);
    search.look(STILL, PAUSE);
    assertThat(sent.getLast().round()).isEqualTo(2);
    reply(1, STILL);
    reply(2, STILL);
    assertThat(search.look(STILL, PAUSE)).as("after one round").isEmpty();
  }

  @Test
  void searchesAgainAfterASearchInVain() {
    assertThat(answerBoth(STILL, STILL.moving())).isEmpty();
    search.look(STILL.moving(), 0);
    sent.clear();
    assertThat(answerBoth(STILL, STILL)).isPresent();
  }

  @Test
  void aProcessAloneAsksItselfTwice() {
    DeadlockSearch alone = new DeadlockSearch(0, 1, Duration.ofNanos(PAUSE), sent::add, 0);
    assertThat(alone.look(STILL, 0)).isEmpty();
    assertThat(alone.look(STILL, PAUSE - 1)).isEmpty();
    assertThat(alone.look(STILL, PAUSE)).isPresent();
    assertThat(sent).isEmpty();
  }

  /** What comes of the same answers to both questions. */
  private Optional<Verdict> verdict(Standing own, Standing second, Standing third) {
    DeadlockSearch fresh = new DeadlockSearch(0, 3, Duration.ofNanos(PAUSE), sent::add, 0);
    Optional<Verdict> found = Optional.empty();
    for (long now = 0; now <= PAUSE; now += PAUSE) {
      fresh.look(own, now);
      int round = sent.getLast().round();
      fresh.take(new Letter.Reply(1, round, new Answer(second, List.of(), List.of())));
      fresh.take(new Letter.Reply(2, round, new Answer(third, List.of(), List.of())));
      found = fresh.look(own, now);
    }
    return found;
  }

  /** What process 1 answers first and then; the others always stand still. */
  private Optional<Verdict> answerBoth(Standing first, Standing second) {
    answerFirst(first);
    assertThat(search.look(STILL, PAUSE)).isEmpty();
    reply(1, second);
    reply(2, STILL);
    return search.look(STILL, PAUSE);
  }

  private static Standing with(Standing standing, Course course) {
    return new Standing(
        standing.rest(),
        standing.isInWorldBarrier(),
        standing.versions(),
        standing.laneSent(),
        standing.laneTaken(),
        standing.messagesSent(),
        standing.messagesHandled(),
        course);
  }

  private void answerFirst(Standing first) {
    search.look(STILL, 0);
    reply(1, first);
    reply(2, STILL);
    search.look(STILL, 0);
  }

  private void reply(int process, Standing standing) {
    int round = sent.getLast().round();
    search.take(new Letter.Reply(process, round, new Answer(standing, List.of(), List.of())));
  }
}
