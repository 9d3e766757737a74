package org.gpurma.service.joblog;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Numbers from 0, of ranks or of processes, as ranges: "0-7,12" takes no more room than "3". */
public record IdSet(List<Range> ranges) {
  /** Everything, also what has no number. */
  public static final IdSet ALL = new IdSet(List.of());

  private static final String RANGE = "\\d{1,18}(\\s*-\\s*\\d{1,18})?";

  /** Both ends belong to it. */
  public record Range(long first, long last) {}

  public IdSet {
    ranges = List.copyOf(ranges);
  }

  public static IdSet of(Collection<Long> numbers) {
    return new IdSet(numbers.stream().sorted().map(number -> new Range(number, number)).toList());
  }

  public static IdSet of(long... numbers) {
    return of(Arrays.stream(numbers).boxed().toList());
  }

  /**
   * Reads "0-7,12".
   *
   * @throws IllegalArgumentException with what is wrong
   */
  public static IdSet parse(String text) {
    return new IdSet(Arrays.stream(text.split(",")).map(part -> range(part.strip())).toList());
  }

  private static Range range(String text) {
    if (!text.matches(RANGE)) {
      throw new IllegalArgumentException("'" + text + "' is neither a number nor a range like 0-7");
    }
    String[] ends = text.split("-");
    long first = Long.parseLong(ends[0].strip());
    long last = ends.length == 1 ? first : Long.parseLong(ends[1].strip());
    if (last < first) {
      throw new IllegalArgumentException("the range '" + text + "' ends before it begins");
    }
    return new Range(first, last);
  }

  public boolean isAll() {
    return ranges.isEmpty();
  }

  /** The greatest of its numbers; -1 if it is everything. */
  public long greatest() {
    return ranges.stream().mapToLong(Range::last).max().orElse(-1);
  }

  public boolean has(long number) {
    if (ranges.isEmpty()) {
      return true;
    }
    for (Range range : ranges) {
      if (number >= range.first() && number <= range.last()) {
        return true;
      }
    }
    return false;
  }
}
