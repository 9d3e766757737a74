package org.gpurma.runtime.stall;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** What ranks wait for, in few lines: those that wait alike share one. */
final class WaitLines {

  /** From the finest grouping to the coarsest. */
  private static final List<Function<Wait, Object>> ALIKE =
      List.of(
          wait -> List.of(wait.kind(), wait.subject(), wait.found()),
          wait -> List.of(wait.kind(), wait.subject().window(), wait.subject().tag()),
          Wait::kind);

  private final int nearStart;
  private final int most;

  /**
   * @param nearStart WORLD rank of the first near rank
   * @param most lines, at least 1
   */
  WaitLines(int nearStart, int most) {
    this.nearStart = nearStart;
    this.most = most;
  }

  /**
   * Takes waits in the order of their ranks. Who waits in a barrier is seldom the cause, and comes
   * last.
   */
  List<String> of(List<RankWait> waits) {
    List<WaitGroup> groups =
        ALIKE.stream()
            .map(alike -> groups(waits, alike))
            .filter(some -> some.size() <= most)
            .findFirst()
            .orElseGet(() -> groups(waits, ALIKE.getLast()));
    List<WaitGroup> sorted =
        groups.stream()
            .sorted(
                Comparator.comparing((WaitGroup group) -> group.kind() == WaitKind.BARRIER)
                    .thenComparing(WaitGroup::firstRank))
            .toList();
    return sorted.size() <= most ? lines(sorted.stream()) : shortened(sorted);
  }

  private List<WaitGroup> groups(List<RankWait> waits, Function<Wait, Object> alike) {
    Map<Object, List<RankWait>> groups = new LinkedHashMap<>();
    for (RankWait wait : waits) {
      groups.computeIfAbsent(alike.apply(wait.what()), _ -> new ArrayList<>()).add(wait);
    }
    return groups.values().stream().map(group -> new WaitGroup(group, nearStart)).toList();
  }

  private List<String> shortened(List<WaitGroup> groups) {
    long rest = groups.stream().skip(most - 1L).mapToLong(group -> group.members().size()).sum();
    return Stream.concat(
            lines(groups.stream().limit(most - 1L)).stream(),
            Stream.of("%d more ranks wait".formatted(rest)))
        .toList();
  }

  private static List<String> lines(Stream<WaitGroup> groups) {
    return groups.map(WaitGroup::line).toList();
  }
}
