package org.gpurma.service.joblog;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * The lines of a log that pass a filter, by their number among themselves: how many there are, and
 * any of them. It counts stretch by stretch; most counts are in the index already.
 */
public final class FilteredLog {
  private final JobLog log;
  private final LogFilter filter;

  /** The finished stretches that were counted. */
  private final List<Stretch> stretches = new ArrayList<>();

  /** Lines that pass before each of them, and, at their number, behind the last one. */
  private long[] before = new long[64];

  /** Lines that pass in the stretch that still grows, and up to where they were counted. */
  private long passingAtEnd;

  private long end;
  private boolean complete;

  public FilteredLog(JobLog log, LogFilter filter) {
    this.log = log;
    this.filter = filter;
  }

  /**
   * @param lines that pass, up to a cursor
   * @param complete whether that cursor is the end of the log
   */
  public record Total(long lines, long end, boolean complete) {}

  /**
   * @param first number of the first of the lines, among those that pass, from 0
   */
  public record Page(Total total, long first, List<LogLine> lines) {}

  /** Counts what is new, for about so long at most. */
  public synchronized Total count(Duration atMost) throws IOException {
    long deadline = System.nanoTime() + atMost.toNanos();
    List<Stretch> fresh = log.stretchesFrom(stretches.size());
    complete = false;
    for (Stretch stretch : fresh.subList(0, fresh.size() - 1)) {
      if (System.nanoTime() - deadline > 0) {
        return total();
      }
      add(stretch, count(stretch));
    }
    Stretch last = fresh.getLast();
    passingAtEnd = count(last);
    end = last.linesAfter();
    complete = true;
    return total();
  }

  /** From a line on, of those that were counted. */
  public synchronized Page page(long line, int count) throws IOException {
    Total total = total();
    int most = (int) Math.clamp(total.lines() - line, 0, count);
    if (most == 0) {
      return new Page(total, line, List.of());
    }
    int number = stretchOf(line);
    long skip = line - before[number];
    try (LogReader reader = log.reader(linesBefore(number), filter)) {
      return new Page(total, line, skipThenRead(reader, skip, most));
    }
  }

  /** Number of the first line at or behind a cursor, of those that were counted. */
  public synchronized long lineAt(long cursor) throws IOException {
    int number = 0;
    while (number < stretches.size() && stretches.get(number).linesAfter() < cursor) {
      number++;
    }
    long begin = linesBefore(number);
    return before[number] + countBetween(begin, Math.min(cursor - 1, end));
  }

  private Total total() {
    return new Total(before[stretches.size()] + passingAtEnd, end, complete);
  }

  private void add(Stretch stretch, long passing) {
    int number = stretches.size();
    stretches.add(stretch);
    if (before.length < number + 2) {
      before = Arrays.copyOf(before, 2 * before.length);
    }
    before[number + 1] = before[number] + passing;
    passingAtEnd = 0;
    end = stretch.linesAfter();
  }

  private long count(Stretch stretch) throws IOException {
    OptionalLong known = filter.count(stretch);
    return known.isPresent()
        ? known.getAsLong()
        : countBetween(stretch.linesBefore(), stretch.linesAfter());
  }

  private long countBetween(long after, long last) throws IOException {
    if (after >= last) {
      return 0;
    }
    try (LogReader reader = log.reader(after, filter)) {
      return reader.next(Integer.MAX_VALUE, last, _ -> {});
    }
  }

  /** Number of the stretch that holds a line. */
  private int stretchOf(long line) {
    int found = Arrays.binarySearch(before, 0, stretches.size() + 1, line + 1);
    int next = found >= 0 ? firstOf(found) : -found - 1;
    return next - 1;
  }

  /** Stretches in which nothing passes share a number of lines before them. */
  private int firstOf(int number) {
    int first = number;
    while (before[first - 1] == before[number]) {
      first--;
    }
    return first;
  }

  private long linesBefore(int number) {
    if (number < stretches.size()) {
      return stretches.get(number).linesBefore();
    }
    return number == 0 ? 0 : stretches.getLast().linesAfter();
  }

  private List<LogLine> skipThenRead(LogReader reader, long skip, int count) throws IOException {
    reader.next((int) skip, Long.MAX_VALUE, _ -> {});
    return reader.next(count);
  }
}
