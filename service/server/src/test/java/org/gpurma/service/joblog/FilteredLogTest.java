package org.gpurma.service.joblog;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.gpurma.wire.LogLevel;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilteredLogTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final List<LogLevel> LEVELS =
      List.of(LogLevel.INFO, LogLevel.INFO, LogLevel.INFO, LogLevel.WARNING, LogLevel.ERROR);

  @TempDir private Path folder;
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final List<LogLine> all = new ArrayList<>();
  private JobLog log;
  private long time = 1_000_000_000L;
  private long sequence;

  /** A filter, and the same said line by line. */
  private record Choice(LogFilter filter, Predicate<LogLine> same) {}

  @BeforeEach
  void open() {
    System.out.println("FilteredLogTest seed " + seed);
    log = JobLog.open(folder.resolve("log"));
  }

  private void append(int blocks) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < blocks; i++) {
      entries.add(random.nextInt(50) == 0 ? ofService() : block());
    }
    log.append(entries);
    try (LogReader reader = log.reader(all.size(), LogFilter.ALL)) {
      all.addAll(reader.next(Integer.MAX_VALUE));
    }
  }

  private Entry ofService() {
    return new Entry.Written(Channel.SERVICE, Level.INFO, HostTime.instant(time), "words");
  }

  private Entry block() {
    int rank = random.nextInt(12);
    time += random.nextInt(1_000_000);
    LogLines.Builder lines =
        LogLines.newBuilder()
            .setRank(rank)
            .setFirstSequence(sequence)
            .setLevel(LEVELS.get(random.nextInt(LEVELS.size())));
    for (int left = 1 + random.nextInt(40); left > 0; left--) {
      lines.addTexts(ByteString.copyFromUtf8("Step " + sequence++ + (left == 7 ? " Seven" : "")));
    }
    return Entry.sent(
        rank / 4, SpooledRecord.newBuilder().setHostTimeNs(time).setLines(lines).build());
  }

  private List<Choice> choices() {
    Instant middle = all.get(all.size() / 2).time();
    return List.of(
        new Choice(LogFilter.ALL, _ -> true),
        new Choice(
            new LogFilter(IdSet.parse("0-2,11"), Set.of()),
            line -> line.rank() != null && (line.rank() <= 2 || line.rank() == 11)),
        new Choice(new LogFilter(IdSet.of(77L), Set.of()), _ -> false),
        new Choice(
            new LogFilter(IdSet.ALL, Set.of(Channel.SERVICE)),
            line -> line.channel() == Channel.SERVICE),
        new Choice(
            new LogFilter(
                IdSet.ALL,
                IdSet.of(1L),
                Set.of(),
                Set.of(Level.ERROR),
                SearchText.ANY,
                Instant.MIN),
            line -> line.process() != null && line.process() == 1 && line.level() == Level.ERROR),
        new Choice(
            new LogFilter(
                IdSet.of(5L), IdSet.ALL, Set.of(), Set.of(), new SearchText("sEVEN"), Instant.MIN),
            line -> line.rank() != null && line.rank() == 5 && line.text().endsWith("Seven")),
        new Choice(
            new LogFilter(IdSet.of(3L), Set.of(), middle),
            line -> line.rank() != null && line.rank() == 3 && !line.time().isBefore(middle)));
  }

  @Test
  void any_page_of_any_filter_is_what_counting_line_by_line_finds_also_while_the_log_grows()
      throws IOException {
    append(3000);
    List<Choice> choices = choices();
    List<FilteredLog> views =
        choices.stream().map(choice -> new FilteredLog(log, choice.filter())).toList();
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < choices.size(); i++) {
        check(views.get(i), choices.get(i));
      }
      append(400);
    }
    log.seal();
    JobLog reopened = JobLog.open(folder.resolve("log"));
    for (Choice choice : choices) {
      check(new FilteredLog(reopened, choice.filter()), choice);
    }
  }

  private void check(FilteredLog view, Choice choice) throws IOException {
    List<LogLine> passing = all.stream().filter(choice.same()).toList();
    assertThat(view.count(LONG))
        .as("seed %d, %s", seed, choice.filter())
        .isEqualTo(new FilteredLog.Total(passing.size(), all.size(), true));
    for (int i = 0; i < 20; i++) {
      int line = i == 0 ? passing.size() : random.nextInt(passing.size() + 1);
      int count = 1 + random.nextInt(300);
      assertThat(view.page(line, count).lines())
          .as("seed %d, %d lines from %d of %s", seed, count, line, choice.filter())
          .isEqualTo(passing.subList(line, Math.min(passing.size(), line + count)));
      if (line < passing.size()) {
        assertThat(view.lineAt(passing.get(line).cursor())).as("seed %d", seed).isEqualTo(line);
      }
    }
  }

  @Test
  void a_search_that_is_out_of_time_says_so_and_goes_on() throws IOException {
    append(8000);
    var seven =
        new LogFilter(
            IdSet.ALL, IdSet.ALL, Set.of(), Set.of(), new SearchText("seven"), Instant.MIN);
    var view = new FilteredLog(log, seven);

    FilteredLog.Total first = view.count(Duration.ZERO);
    assertThat(first.complete()).isFalse();
    assertThat(first.end()).isLessThan(all.size());
    assertThat(view.page(first.lines(), 10).lines()).isEmpty();

    long passing = all.stream().filter(line -> line.text().endsWith("Seven")).count();
    assertThat(view.count(LONG)).isEqualTo(new FilteredLog.Total(passing, all.size(), true));
  }
}
