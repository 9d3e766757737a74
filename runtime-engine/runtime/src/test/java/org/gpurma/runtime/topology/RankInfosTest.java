package org.gpurma.runtime.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.host.RankInfo;
import org.junit.jupiter.api.Test;

class RankInfosTest {

  @Test
  void twoNodesOfTwoGpusKnowThemselves() {
    assertThat(of("a", "a", "b", "b"))
        .containsExactly(
            new RankInfo(32, 8, 0, 2, 0, 2, 0, 4, 0),
            new RankInfo(32, 8, 8, 2, 1, 2, 0, 4, 1),
            new RankInfo(32, 8, 16, 2, 0, 2, 1, 4, 2),
            new RankInfo(32, 8, 24, 2, 1, 2, 1, 4, 3));
  }

  @Test
  void nodesThatTakeTurnsCountInTheOrderOfTheirFirstProcess() {
    assertThat(of("b", "a", "b", "a"))
        .containsExactly(
            new RankInfo(32, 8, 0, 2, 0, 2, 0, 4, 0),
            new RankInfo(32, 8, 8, 2, 0, 2, 1, 4, 1),
            new RankInfo(32, 8, 16, 2, 1, 2, 0, 4, 2),
            new RankInfo(32, 8, 24, 2, 1, 2, 1, 4, 3));
  }

  @Test
  void aSingleGpuHasNoPeers() {
    assertThat(of("a")).containsExactly(new RankInfo(8, 8, 0, 1, 0, 1, 0, 1, 0));
  }

  private static List<RankInfo> of(String... nodes) {
    List<ProcessPlace> places =
        List.of(nodes).stream().map(node -> new ProcessPlace(node, 8)).toList();
    return IntStream.range(0, nodes.length)
        .mapToObj(process -> RankInfos.of(new JobTopology(process, places)))
        .toList();
  }
}
