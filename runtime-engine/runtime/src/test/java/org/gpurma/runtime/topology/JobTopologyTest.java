package org.gpurma.runtime.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JobTopologyTest {

  private static final List<ProcessPlace> PLACES =
      List.of(
          new ProcessPlace("b", 4),
          new ProcessPlace("b", 2),
          new ProcessPlace("a", 3),
          new ProcessPlace("a", 1));

  @Test
  void ranksAreDealtInTheOrderOfTheProcesses() {
    JobTopology topology = new JobTopology(2, PLACES);
    assertThat(topology.worldSize()).isEqualTo(10);
    assertThat(topology.rankStart()).isEqualTo(6);
    assertThat(topology.ranks()).isEqualTo(3);
    int[] processOfRank = {0, 0, 0, 0, 1, 1, 2, 2, 2, 3};
    for (int rank = 0; rank < processOfRank.length; rank++) {
      assertThat(topology.processOf(rank)).as("rank %d", rank).isEqualTo(processOfRank[rank]);
    }
  }
}
