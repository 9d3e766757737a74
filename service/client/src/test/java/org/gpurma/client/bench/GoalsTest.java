package org.gpurma.client.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpurma.client.bench.Rows.row;
import static org.gpurma.client.bench.Rows.time;

import java.util.List;
import org.gpurma.model.Measurement;
import org.junit.jupiter.api.Test;

class GoalsTest {

  private static List<String> goal(String what, Measurement... measurements) {
    return Goals.table(List.of(measurements)).rows().stream()
        .filter(row -> row.getFirst().equals(what))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aTimeIsHeldAgainstItsGoalAndThePeersTime() {
    assertThat(
            goal(
                "notified put, next GPU, 8 B",
                time("gpurma", "put_notify", "peer", 8, 1.8),
                time("gpurma", "put_notify", "device", 8, 0.1),
                time("nvshmem", "put_notify", "peer", 8, 2.1)))
        .containsExactly(
            "notified put, next GPU, 8 B", "1.8 us", "nvshmem 2.1 us", "0.9 us", "2 x off");
  }

  @Test
  void aRateIsThatOfTheMostRanksAndAPeersItsBest() {
    assertThat(
            goal(
                "all ranks to the next GPU, 1 MiB each",
                row("gpurma", "put_bandwidth", "peer", 1 << 20, 16, 300, "GB/s"),
                row("gpurma", "put_bandwidth", "peer", 1 << 20, 132, 380, "GB/s"),
                row("nvshmem", "put_bandwidth", "peer", 1 << 20, 16, 337, "GB/s"),
                row("nvshmem", "put_bandwidth", "peer", 1 << 20, 132, 220, "GB/s")))
        .containsExactly(
            "all ranks to the next GPU, 1 MiB each",
            "380 GB/s",
            "nvshmem 337 GB/s",
            "375 GB/s",
            "reached");
  }

  @Test
  void aRatioIsOfTwoMeasurements() {
    assertThat(
            goal(
                "matching behind 16 others, over counting",
                time("gpurma", "put_notify_ahead_16", "device", 8, 1.3),
                time("gpurma", "put_count", "device", 8, 0.5)))
        .contains("2.6 x", "1.3 x", "2 x off");
  }

  @Test
  void whatWasNotMeasuredIsSaidToBeMissing() {
    assertThat(Goals.table(List.of()).rows()).allMatch(row -> row.contains("not measured"));
  }

  @Test
  void everyMeasurementStandsBesideThatOfOthers() {
    Table table =
        Comparison.table(
            List.of(
                time("gpurma", "put_notify", "peer", 8, 0.9),
                time("gpurma", "put_notify", "peer", 8, 7),
                time("nvshmem", "put_notify", "peer", 8, 2.1),
                time("nvshmem", "barrier_world", "peer", 0, 2.8)));

    assertThat(table.lines())
        .containsExactly(
            "| operation     | path | bytes | ranks | gpurma | nvshmem |",
            "| ------------- | ---- | ----- | ----- | ------ | ------- |",
            "| put_notify    | peer | 8 B   | 2     | 0.9 us | 2.1 us  |",
            "| barrier_world | peer | 0 B   | 2     |        | 2.8 us  |");
  }
}
