package org.gpurma.runtime.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpurma.runtime.records.WaitRecordDescriptor.ANY;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.runtime.records.WaitRecordDescriptor;
import org.gpurma.runtime.records.WindowHandle;
import org.junit.jupiter.api.Test;

class WaitLinesTest {

  private static final int DEVICE_WINDOW = 1 << WindowHandle.COMMUNICATOR_SHIFT | 2;

  private final WaitLines lines = new WaitLines(8, 5);

  @Test
  void oneRankIsDescribedInFull() {
    Wait wait =
        new Wait(
            2,
            WaitKind.NOTIFICATIONS,
            new Wait.Subject(0, 5, 7, 2),
            1,
            Wait.Totals.NONE,
            1,
            19,
            List.of(new Note(0, 4, 9), new Note(DEVICE_WINDOW, 1, 7)));
    assertThat(lines.of(List.of(new RankWait(3, wait, Duration.ofMillis(2040)))))
        .containsExactly(
            "rank 3 has waited 2.0 s for 2 notifications of window 0 of WORLD from rank 5 with tag 7"
                + " (has 1; holds 19 unmatched: window 0 of WORLD from rank 4 with tag 9,"
                + " window 2 of DEVICE from rank 1 of DEVICE with tag 7, and 17 more)");
  }

  @Test
  void ranksThatWaitAlikeShareALine() {
    assertThat(lines.of(ranks(3, 17, PublishedWait.waiting())))
        .containsExactly(
            "ranks 3-17 have waited 31.0 s or longer for 1 notification of window 0 of WORLD from any"
                + " rank with any tag (have 0)");
  }

  @Test
  void everyKindHasItsWords() {
    assertThat(line(WaitKind.COUNTER, new Wait.Subject(0xffff, ANY, 6, 3), 2))
        .isEqualTo("rank 0 has waited 31.0 s for 3 counting notifications with tag 6 (has 2)");
    assertThat(line(WaitKind.BARRIER, new Wait.Subject(0, WindowHandle.WORLD, 0, 0), 0))
        .isEqualTo("rank 0 has waited 31.0 s for the WORLD barrier");
    assertThat(line(WaitKind.BARRIER, new Wait.Subject(0, WindowHandle.DEVICE, 0, 0), 0))
        .isEqualTo("rank 0 has waited 31.0 s for the DEVICE barrier");
    assertThat(
            line(
                WaitKind.BARRIER,
                new Wait.Subject(0, WindowHandle.WORLD, WaitRecordDescriptor.GPU_FINISH, 0),
                0))
        .isEqualTo("rank 0 has waited 31.0 s for the WORLD barrier of gpurma_gpu_finish");
    assertThat(
            line(
                WaitKind.BARRIER,
                new Wait.Subject(0, WindowHandle.DEVICE, WaitRecordDescriptor.WIN_CREATE, 0),
                0))
        .isEqualTo("rank 0 has waited 31.0 s for the DEVICE barrier of gpurma_win_create");
    assertThat(line(WaitKind.LANE, new Wait.Subject(0, 2, 0, 0), 0))
        .isEqualTo("rank 0 has waited 31.0 s for rank 10 to take what was sent to it");
    assertThat(line(WaitKind.HOST, new Wait.Subject(0, 0, 0, 0), 0))
        .isEqualTo("rank 0 has waited 31.0 s for the host");
    assertThat(line(WaitKind.GET, new Wait.Subject(0, 0, 0, 0), 0))
        .isEqualTo("rank 0 has waited 31.0 s for gets that are under way");
  }

  @Test
  void barriersComeLast() {
    List<RankWait> waits =
        new ArrayList<>(ranks(0, 6, PublishedWait.inBarrier(WindowHandle.WORLD)));
    waits.addAll(ranks(7, 7, PublishedWait.waiting()));
    assertThat(lines.of(waits))
        .hasSize(2)
        .satisfies(
            both -> assertThat(both.getFirst()).startsWith("rank 7 "),
            both -> assertThat(both.getLast()).startsWith("ranks 0-6 "));
  }

  @Test
  void ranksThatWaitForDifferentNeighboursShareALineWhereThereAreMany() {
    List<RankWait> waits =
        IntStream.range(0, 100)
            .mapToObj(
                rank ->
                    new RankWait(
                        rank,
                        PublishedWait.in(
                            WaitKind.NOTIFICATIONS, new Wait.Subject(0, rank + 1, 7, 1), 0),
                        Duration.ofSeconds(31)))
            .toList();
    assertThat(lines.of(waits))
        .containsExactly(
            "ranks 0-99 have waited 31.0 s or longer for 1 notification of window 0 of WORLD from"
                + " different ranks with tag 7 (have 0)");
  }

  @Test
  void ranksThatAgreeInTheirKindOnlyShareALineAtLast() {
    List<RankWait> waits =
        IntStream.range(0, 100)
            .mapToObj(
                rank ->
                    new RankWait(
                        rank,
                        PublishedWait.in(
                            WaitKind.NOTIFICATIONS,
                            new Wait.Subject(rank % 10, rank + 1, rank, 1 + rank % 3),
                            rank % 2),
                        Duration.ofSeconds(31 + rank)))
            .toList();
    assertThat(lines.of(waits))
        .containsExactly(
            "ranks 0-99 have waited 31.0 s or longer for 1 to 3 notifications of different windows"
                + " from different ranks with different tags (have 0 to 1)");
  }

  @Test
  void noMoreLinesThanAskedForAndNoRankIsForgotten() {
    List<RankWait> waits = new ArrayList<>();
    waits.addAll(ranks(0, 3, PublishedWait.waiting()));
    waits.addAll(ranks(4, 5, PublishedWait.inBarrier(WindowHandle.WORLD)));
    waits.addAll(ranks(6, 8, PublishedWait.in(WaitKind.HOST, new Wait.Subject(0, 0, 0, 0), 0)));
    assertThat(new WaitLines(0, 2).of(waits)).hasSize(2).last().isEqualTo("5 more ranks wait");
  }

  @Test
  void aGroupShowsWhatOneOfItsRanksHolds() {
    Wait empty = PublishedWait.waiting();
    Wait holding =
        new Wait(
            2, empty.kind(), empty.subject(), 0, empty.totals(), 1, 1, List.of(new Note(0, 4, 9)));
    List<RankWait> waits = new ArrayList<>(ranks(0, 1, empty));
    waits.addAll(ranks(2, 2, holding));
    assertThat(lines.of(waits))
        .singleElement()
        .asString()
        .endsWith(
            "(have 0; hold 0 to 1 unmatched, rank 2: window 0 of WORLD from rank 4 with tag 9)");
  }

  @Test
  void scatteredRanksAreNotAllListed() {
    assertThat(RankRanges.of(List.of(1, 3, 4, 5, 9))).isEqualTo("ranks 1, 3-5, 9");
    assertThat(RankRanges.of(IntStream.range(0, 100).map(i -> 2 * i).boxed().toList()))
        .isEqualTo("ranks 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, ... (100 in all)");
  }

  private String line(WaitKind kind, Wait.Subject subject, int found) {
    return lines.of(ranks(0, 0, PublishedWait.in(kind, subject, found))).getFirst();
  }

  private static List<RankWait> ranks(int first, int last, Wait wait) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(rank -> new RankWait(rank, wait, Duration.ofSeconds(31)))
        .toList();
  }
}
