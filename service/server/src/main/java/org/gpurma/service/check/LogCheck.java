package org.gpurma.service.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.gpurma.service.job.CheckReport.Result;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.IdSet;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;
import org.gpurma.service.joblog.LogLine;
import org.gpurma.service.joblog.LogReader;
import org.gpurma.service.jobspec.CheckSpec;

/** What the ranks must have logged. */
final class LogCheck {
  private static final int NAMED = 5;

  private final JobLog log;
  private final long ranks;

  LogCheck(JobLog log, long ranks) {
    this.log = log;
    this.ranks = ranks;
  }

  Result run(CheckSpec.Logs wanted) throws IOException {
    if (wanted.everyRank() == null) {
      return oneRank(wanted.rank(), wanted.contains());
    }
    try {
      return everyRank(wanted.everyRank());
    } catch (BoundedMatch.TooCostlyException e) {
      return new Result("logs", false, e.getMessage() + ": " + wanted.everyRank());
    }
  }

  private Result everyRank(String template) throws IOException {
    Map<Long, Pattern> patterns = new HashMap<>();
    Map<Long, Integer> matches = new HashMap<>();
    read(
        IdSet.ALL,
        line -> {
          Pattern pattern = patterns.computeIfAbsent(line.rank(), rank -> pattern(template, rank));
          if (BoundedMatch.matches(pattern, line.text().stripTrailing())) {
            matches.merge(line.rank(), 1, Integer::sum);
          }
        });
    List<String> wrong = new ArrayList<>();
    for (long rank = 0; rank < ranks; rank++) {
      int count = matches.getOrDefault(rank, 0);
      if (count != 1) {
        wrong.add("rank " + rank + " has " + count + " lines that match");
      }
    }
    String detail =
        wrong.isEmpty()
            ? "each of " + ranks + " ranks has one line that matches " + template
            : some(wrong) + "; each should have one that matches " + template;
    return new Result("logs", ranks > 0 && wrong.isEmpty(), detail);
  }

  private Pattern pattern(String template, long rank) {
    return Pattern.compile(
        template.replace("${ranks}", Long.toString(ranks)).replace("${rank}", Long.toString(rank)));
  }

  private Result oneRank(long rank, List<String> texts) throws IOException {
    List<String> missing = new ArrayList<>(texts);
    read(IdSet.of(rank), line -> missing.removeIf(line.text()::contains));
    String detail =
        missing.isEmpty()
            ? "rank " + rank + " logged all that it should"
            : "rank " + rank + " did not log: " + some(missing);
    return new Result("logs", missing.isEmpty(), detail);
  }

  private void read(IdSet wantedRanks, Consumer<LogLine> consumer) throws IOException {
    try (LogReader reader = log.reader(0, new LogFilter(wantedRanks, Set.of(Channel.RANK)))) {
      List<LogLine> lines = reader.next(1024);
      while (!lines.isEmpty()) {
        lines.forEach(consumer);
        lines = reader.next(1024);
      }
    }
  }

  private static String some(List<String> texts) {
    String shown = String.join(", ", texts.subList(0, Math.min(NAMED, texts.size())));
    return texts.size() <= NAMED ? shown : shown + " and " + (texts.size() - NAMED) + " more";
  }
}
