package org.gpurma.runtime.stall;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Process 0's search for a deadlock: it asks all processes how they stand, and when all stood still
 * asks again. Nothing moves when all give the same answer twice, the second time to a question
 * asked after the last first answer came, and every piece and message that was sent has been taken.
 */
final class DeadlockSearch {

  /** The process that searches. */
  static final int PROCESS = 0;

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
   * @param pause between the last first answer and the second question, and between two searches
   * @param letters takes the questions
   * @param now by the clock of {@link #look}, in ns
   */
  DeadlockSearch(int processes, Duration pause, Consumer<Letter> letters, long now) {
    this.answers = new Answer[processes];
    this.pauseNanos = pause.toNanos();
    this.letters = letters;
    this.phase = new Phase.Resting(now);
  }

  /**
   * Takes how this process stands now; to be called again and again. Returns the answers of all
   * when it is a deadlock; what the own ranks wait for is not among them.
   */
  Optional<List<Answer>> look(Standing own, long now) {
    if (!own.isStill()) {
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
    answers[PROCESS] = new Answer(own, List.of());
    for (int process = PROCESS + 1; process < answers.length; process++) {
      letters.accept(new Letter.Question(process, round));
    }
  }

  private Optional<List<Answer>> conclude(long now) {
    return switch (phase) {
      case Phase.Resting _, Phase.Pausing _ -> Optional.empty();
      case Phase.AskingOnce _ -> {
        if (allAnswered()) {
          phase =
              isStandstill()
                  ? new Phase.Pausing(now + pauseNanos, standings())
                  : new Phase.Resting(now + pauseNanos);
        }
        yield Optional.empty();
      }
      case Phase.AskingAgain(List<Standing> first) -> {
        if (!allAnswered()) {
          yield Optional.empty();
        }
        phase = new Phase.Resting(now + pauseNanos);
        yield standings().equals(first) ? Optional.of(List.of(answers)) : Optional.empty();
      }
    };
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
