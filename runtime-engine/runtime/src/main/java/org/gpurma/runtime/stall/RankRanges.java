package org.gpurma.runtime.stall;

import java.util.ArrayList;
import java.util.List;

/** Ranks in words: "rank 3", "ranks 3-17, 20". */
final class RankRanges {

  private static final int SHOWN = 12;

  private RankRanges() {}

  /** Takes ranks in ascending order, at least one. */
  static String of(List<Integer> ranks) {
    List<String> ranges = new ArrayList<>();
    int first = ranks.getFirst();
    int last = first;
    for (int rank : ranks.subList(1, ranks.size())) {
      if (rank != last + 1) {
        ranges.add(range(first, last));
        first = rank;
      }
      last = rank;
    }
    ranges.add(range(first, last));
    return (ranks.size() == 1 ? "rank " : "ranks ") + joined(ranges, ranks.size());
  }

  private static String joined(List<String> ranges, int ranks) {
    return ranges.size() <= SHOWN
        ? String.join(", ", ranges)
        : "%s, ... (%d in all)".formatted(String.join(", ", ranges.subList(0, SHOWN)), ranks);
  }

  private static String range(int first, int last) {
    return first == last ? Integer.toString(first) : first + "-" + last;
  }
}
