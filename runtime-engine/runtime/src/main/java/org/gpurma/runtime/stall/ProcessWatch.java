package org.gpurma.runtime.stall;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the watch of one process does each time it looks. Times are ns of one clock; not
 * thread-safe.
 */
final class ProcessWatch {

  private final WatchedProcess process;
  private final Stillness stillness;
  private final ReportSchedule schedule;
  private final WaitLines lines;
  private final Mailbox mailbox;
  private final Optional<DeadlockSearch> search;
  private final Findings findings;
  private boolean hasConcluded;

  /**
   * @param search unless deadlocks are not looked for
   */
  ProcessWatch(
      WatchedProcess process,
      Stillness stillness,
      ReportSchedule schedule,
      WaitLines lines,
      Mailbox mailbox,
      Optional<DeadlockSearch> search,
      Findings findings) {
    this.process = process;
    this.stillness = stillness;
    this.schedule = schedule;
    this.lines = lines;
    this.mailbox = mailbox;
    this.search = search;
    this.findings = findings;
  }

  void look(long now) {
    // Before the look: an answer must be younger than its question.
    List<Letter> letters = letters();
    Standing standing = stillness.look(process.look(now), now);
    for (Letter letter : letters) {
      switch (letter) {
        case Letter.Question question -> mailbox.post(reply(question, standing, now));
        case Letter.Reply reply -> search.ifPresent(open -> open.take(reply));
      }
    }
    report(now);
    if (!hasConcluded && mailbox.mayAsk()) {
      search.flatMap(open -> open.look(standing, now)).ifPresent(found -> conclude(found, now));
    }
  }

  private List<Letter> letters() {
    List<Letter> letters = new ArrayList<>();
    for (Letter letter = mailbox.poll(); letter != null; letter = mailbox.poll()) {
      letters.add(letter);
    }
    return letters;
  }

  private Letter.Reply reply(Letter.Question question, Standing standing, long now) {
    return new Letter.Reply(
        question.process(),
        question.round(),
        new Answer(standing, lines.of(process.waits(now)), process.finished()));
  }

  private void conclude(Verdict verdict, long now) {
    hasConcluded = true;
    Stream<String> own = lines.of(process.waits(now)).stream();
    List<Answer> answers = verdict.answers();
    Halt halt =
        new Halt(
            Stream.concat(own, answers.stream().flatMap(answer -> answer.waits().stream()))
                .toList(),
            Stream.concat(
                    process.finished().stream(),
                    answers.stream().flatMap(answer -> answer.finished().stream()))
                .sorted()
                .toList());
    switch (verdict) {
      case Verdict.Deadlock _ -> findings.deadlocked(halt);
      case Verdict.Mismatch _ -> findings.mismatched(halt);
    }
  }

  private void report(long now) {
    List<WatchedRank> ranks = process.ranks();
    boolean due =
        IntStream.range(0, ranks.size())
            .anyMatch(i -> schedule.isDue(i, ranks.get(i).withoutProgress(now), now));
    if (!due) {
      return;
    }
    List<RankWait> waits = new ArrayList<>();
    for (int i = 0; i < ranks.size(); i++) {
      WatchedRank rank = ranks.get(i);
      if (schedule.isLong(rank.withoutProgress(now))) {
        waits.add(rank.at(now));
        schedule.reported(i, rank.withoutProgress(now), now);
      }
    }
    findings.stalled(Stream.concat(lines.of(waits).stream(), others()).toList());
  }

  /** Those that nothing can be said of, and who is no longer to be waited for. */
  private Stream<String> others() {
    List<Integer> finished = process.finished();
    List<Integer> running = process.running();
    return Stream.of(
            finished.isEmpty() ? "" : RankRanges.of(finished, " has finished", " have finished"),
            running.isEmpty()
                ? ""
                : RankRanges.of(
                        running,
                        " neither waits for long nor has",
                        " neither wait for long nor have")
                    + " finished: computing, polling, or returned without gpurma_gpu_finish")
        .filter(line -> !line.isEmpty());
  }
}
