package org.gpurma.runtime.stall;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.gpurma.runtime.records.WaitRecordDescriptor;
import org.gpurma.runtime.records.WindowHandle;

/**
 * Ranks that wait for the same kind of thing, in one line. Where they differ, the line says so.
 *
 * @param members in the order of their ranks
 * @param nearStart WORLD rank of the first near rank
 */
record WaitGroup(List<RankWait> members, int nearStart) {

  private static final double NANOS_PER_SECOND = 1e9;

  String line() {
    return "%s %s waited %s for %s"
        .formatted(
            RankRanges.of(members.stream().map(RankWait::rank).toList()),
            members.size() == 1 ? "has" : "have",
            duration(),
            subject());
  }

  WaitKind kind() {
    return members.getFirst().what().kind();
  }

  int firstRank() {
    return members.getFirst().rank();
  }

  private String duration() {
    Duration shortest =
        members.stream().map(RankWait::waited).min(Comparator.naturalOrder()).orElseThrow();
    return "%.1f s%s"
        .formatted(shortest.toNanos() / NANOS_PER_SECOND, members.size() == 1 ? "" : " or longer");
  }

  private String subject() {
    return switch (kind()) {
      case NOTIFICATIONS ->
          "%s of %s from %s with %s (%s)"
              .formatted(
                  counted("notification"),
                  same(this::window, "different windows"),
                  same(this::source, "different ranks"),
                  same(this::tag, "different tags"),
                  holdings());
      case COUNTER ->
          "%s with %s (%s)"
              .formatted(
                  counted("counting notification"), same(this::tag, "different tags"), has());
      case BARRIER ->
          same(
              wait ->
                  "the %s barrier%s"
                      .formatted(
                          communicator(wait.subject().source()), collective(wait.subject().tag())),
              "barriers");
      case LANE ->
          same(wait -> "rank " + (nearStart + wait.subject().source()), "different ranks")
              + " to take what was sent to it";
      case HOST -> "the host";
      case GET -> "gets that are under way";
      case NONE, FINISHED -> "nothing";
    };
  }

  private String counted(String what) {
    int least = least(wait -> wait.subject().wanted());
    int most = most(wait -> wait.subject().wanted());
    return range(least, most) + " " + what + (most == 1 ? "" : "s");
  }

  private String window(Wait wait) {
    return WindowHandle.describe(wait.subject().window());
  }

  private String source(Wait wait) {
    int source = wait.subject().source();
    return Wait.isAny(source) ? "any rank" : rankOf(wait.subject().window(), source);
  }

  private String tag(Wait wait) {
    return Wait.isAny(wait.subject().tag()) ? "any tag" : "tag " + wait.subject().tag();
  }

  private String has() {
    return (members.size() == 1 ? "has " : "have ") + range(least(Wait::found), most(Wait::found));
  }

  private String holdings() {
    int most = most(Wait::unmatched);
    if (most == 0) {
      return has();
    }
    String held = range(least(Wait::unmatched), most) + " unmatched";
    if (members.size() == 1) {
      return "%s; holds %s: %s".formatted(has(), held, unmatched(members.getFirst().what()));
    }
    RankWait example =
        members.stream()
            .filter(member -> member.what().unmatched() == most)
            .findFirst()
            .orElseThrow();
    return "%s; hold %s, rank %d: %s"
        .formatted(has(), held, example.rank(), unmatched(example.what()));
  }

  private static String unmatched(Wait wait) {
    String oldest =
        wait.oldest().stream()
            .map(
                note ->
                    "%s from %s with tag %d"
                        .formatted(
                            WindowHandle.describe(note.window()),
                            rankOf(note.window(), note.source()),
                            note.tag()))
            .collect(Collectors.joining(", "));
    int rest = wait.unmatched() - wait.oldest().size();
    return rest > 0 ? "%s, and %d more".formatted(oldest, rest) : oldest;
  }

  /** A window's ranks are those of its communicator. */
  private static String rankOf(int window, int source) {
    boolean world = WindowHandle.communicator(window) == WindowHandle.WORLD;
    return "rank " + source + (world ? "" : " of DEVICE");
  }

  private static String communicator(int communicator) {
    return communicator == WindowHandle.WORLD ? "WORLD" : "DEVICE";
  }

  /** The call that a barrier is part of, where it is another than gpurma_comm_barrier. */
  private static String collective(int call) {
    return switch (call) {
      case WaitRecordDescriptor.WIN_CREATE -> " of gpurma_win_create";
      case WaitRecordDescriptor.WIN_FREE -> " of gpurma_win_free";
      case WaitRecordDescriptor.CPU_TIMER -> " of a timer";
      case WaitRecordDescriptor.GPU_FINISH -> " of gpurma_gpu_finish";
      default -> "";
    };
  }

  private String same(Function<Wait, String> name, String different) {
    List<String> names = members.stream().map(RankWait::what).map(name).distinct().toList();
    return names.size() == 1 ? names.getFirst() : different;
  }

  private int least(ToIntFunction<Wait> count) {
    return members.stream().map(RankWait::what).mapToInt(count).min().orElse(0);
  }

  private int most(ToIntFunction<Wait> count) {
    return members.stream().map(RankWait::what).mapToInt(count).max().orElse(0);
  }

  private static String range(int least, int most) {
    return least == most ? Integer.toString(least) : "%d to %d".formatted(least, most);
  }
}
