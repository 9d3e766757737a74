package org.gpurma.runtime.stall;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A process's search for a deadlock: it asks all processes how they stand, and when all stood still
 * asks again. Nothing moves when all give the same answer twice, the second time to a question
 * asked after the last first answer came, and every piece and message that was sent has been taken.
 * A rank that waits when it should have finished with others needs no second question.
 */
final class DeadlockSearch {

  private final int process;
  private final long pauseNanos;
  private final Consumer<Letter> letters;
  private final Answer[] answers;
  private int round;
  private Phase phase;

  private sealed interface Phase {

    /** No question is open. */
    record Resting(long until) implements Phase {}

    record AskingOnce() implements Phase {}

    /** All stood still once. */
    record Pausing(long until, List<Standing> first) implements Phase {}

    record AskingAgain(List<Standing> first) implements Phase {}
  }

  /**
   * @param process this one
   * @param pause between the last first answer and the second question, and between two searches
   * @param letters takes the questions
   * @param now by the clock of {@link #look}, in ns
   */
  DeadlockSearch(int process, int processes, Duration pause, Consumer<Letter> letters, long now) {
    this.process = process;
    this.answers = new Answer[processes];
    this.pauseNanos = pause.toNanos();
    this.letters = letters;
    this.phase = new Phase.Resting(now);
  }

  /** Takes how this process stands now; to be called again and again. */
  Optional<Verdict> look(Standing own, long now) {
    if (own.rest() == Rest.MOVING) {
      phase = new Phase.Resting(now);
      return Optional.empty();
    }
    switch (phase) {
      case Phase.Resting(long until) when now - until >= 0 -> ask(own, new Phase.AskingOnce());
      case Phase.Pausing(long until, List<Standing> first) when now - until >= 0 ->
          ask(own, new Phase.AskingAgain(first));
      case Phase.Resting _, Phase.AskingOnce _, Phase.Pausing _, Phase.AskingAgain _ -> {}
    }
    return conclude(now);
  }

  /** Takes a reply; one to an earlier question says nothing any more. */
  void take(Letter.Reply reply) {
    if (reply.round() == round) {
      answers[reply.process()] = reply.answer();
    }
  }

  private void ask(Standing own, Phase next) {
    phase = next;
    round++;
    Arrays.fill(answers, null);
    answers[process] = new Answer(own, List.of(), List.of());
    for (int other = 0; other < answers.length; other++) {
      if (other != process) {
        letters.accept(new Letter.Question(other, round));
      }
    }
  }

  private Optional<Verdict> conclude(long now) {
    return switch (phase) {
      case Phase.Resting _, Phase.Pausing _ -> Optional.empty();
      case Phase.AskingOnce _ -> allAnswered() ? afterFirst(now) : Optional.empty();
      case Phase.AskingAgain(List<Standing> first) ->
          allAnswered() ? afterSecond(first, now) : Optional.empty();
    };
  }

  private Optional<Verdict> afterFirst(long now) {
    Course course = standings().stream().map(Standing::course).reduce(Course.NONE, Course::and);
    if (course.isTooLong()) {
      phase = new Phase.Resting(now + pauseNanos);
      return Optional.of(new Verdict.Mismatch(List.of(answers)));
    }
    phase =
        course.someWait() && isStandstill()
            ? new Phase.Pausing(now + pauseNanos, standings())
            : new Phase.Resting(now + pauseNanos);
    return Optional.empty();
  }

  private Optional<Verdict> afterSecond(List<Standing> first, long now) {
    phase = new Phase.Resting(now + pauseNanos);
    return standings().equals(first)
        ? Optional.of(new Verdict.Deadlock(List.of(answers)))
        : Optional.empty();
  }

  private boolean allAnswered() {
    return Arrays.stream(answers).allMatch(Objects::nonNull);
  }

  private List<Standing> standings() {
    return Arrays.stream(answers).map(Answer::standing).toList();
  }

  private boolean isStandstill() {
    List<Standing> all = new ArrayList<>(standings());
    int untaken = all.stream().mapToInt(one -> one.laneSent() - one.laneTaken()).sum();
    long unhandled =
        all.stream().mapToLong(one -> one.messagesSent() - one.messagesHandled()).sum();
    return all.stream().allMatch(Standing::isStill)
        && untaken == 0
        && unhandled == 0
        // A barrier that all have reached is complete: its release is on the way.
        && !all.stream().allMatch(Standing::isInWorldBarrier);
  }
}
