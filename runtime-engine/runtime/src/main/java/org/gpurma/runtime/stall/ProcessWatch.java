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
  private boolean foundDeadlock;

  /**
   * @param search on process 0, unless deadlocks are not looked for
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
    if (!foundDeadlock) {
      search.flatMap(open -> open.look(standing, now)).ifPresent(all -> conclude(all, now));
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
    List<String> waits = standing.isStill() ? lines.of(process.waits(now)) : List.of();
    return new Letter.Reply(question.process(), question.round(), new Answer(standing, waits));
  }

  private void conclude(List<Answer> answers, long now) {
    foundDeadlock = true;
    Stream<String> own = lines.of(process.waits(now)).stream();
    findings.deadlocked(
        Stream.concat(own, answers.stream().flatMap(answer -> answer.waits().stream())).toList());
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
    findings.stalled(lines.of(waits));
  }
}
