package org.gpurma.runtime.stall;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Ranks in words: "rank 3", "ranks 3-17, 20". */
final class RankRanges {

  private static final int SHOWN = 12;

  private RankRanges() {}

  /** Ranks that follow each other, both ends included. */
  record Range(int first, int last) {}

  /** Takes ranks in ascending order, at least one. */
  static String of(List<Integer> ranks) {
    return (ranks.size() == 1 ? "rank " : "ranks ") + joined(split(ranks), ranks.size());
  }

  /** The same with a verb: "rank 3 has finished", "ranks 3-17, 20 have finished". */
  static String of(List<Integer> ranks, String singular, String plural) {
    return of(ranks) + (ranks.size() == 1 ? singular : plural);
  }

  /** Takes ranks in ascending order. */
  static List<Range> split(List<Integer> ranks) {
    List<Range> ranges = new ArrayList<>();
    for (int rank : ranks) {
      if (!ranges.isEmpty() && ranges.getLast().last() == rank - 1) {
        ranges.set(ranges.size() - 1, new Range(ranges.getLast().first(), rank));
      } else {
        ranges.add(new Range(rank, rank));
      }
    }
    return ranges;
  }

  private static String joined(List<Range> ranges, int ranks) {
    String shown =
        ranges.stream().limit(SHOWN).map(RankRanges::words).collect(Collectors.joining(", "));
    return ranges.size() <= SHOWN ? shown : "%s, ... (%d in all)".formatted(shown, ranks);
  }

  private static String words(Range range) {
    return range.first() == range.last()
        ? Integer.toString(range.first())
        : range.first() + "-" + range.last();
  }
}
