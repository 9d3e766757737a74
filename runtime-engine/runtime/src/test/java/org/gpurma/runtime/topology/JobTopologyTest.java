package org.gpurma.runtime.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gpurma.wire.Fact;
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

  @Test
  void theFirstDeviceKnowsWhatItHasForPeers() {
    Facts facts = new Facts(new JobTopology(0, PLACES));
    assertThat(facts.valueOf(Fact.IS_FIRST_DEVICE)).isEqualTo(1);
    assertThat(facts.valueOf(Fact.IS_FIRST_PEER_DEVICE)).isEqualTo(0);
    assertThat(facts.valueOf(Fact.HAS_PEER_DEVICE)).isEqualTo(1);
    assertThat(facts.valueOf(Fact.HAS_PEER_NODE)).isEqualTo(1);
    assertThat(facts.valueOf(Fact.NODE_COUNT)).isEqualTo(2);
  }

  @Test
  void itsPeersKnowThemselves() {
    assertThat(new Facts(new JobTopology(1, PLACES)).valueOf(Fact.IS_FIRST_PEER_DEVICE))
        .isEqualTo(1);
    Facts peerNode = new Facts(new JobTopology(2, PLACES));
    assertThat(peerNode.valueOf(Fact.IS_FIRST_PEER_NODE)).isEqualTo(1);
    assertThat(peerNode.valueOf(Fact.IS_FIRST_DEVICE)).isEqualTo(0);
    Facts last = new Facts(new JobTopology(3, PLACES));
    assertThat(last.valueOf(Fact.NODE_INDEX)).isEqualTo(1);
    assertThat(last.valueOf(Fact.DEVICE_INDEX)).isEqualTo(1);
    assertThat(last.valueOf(Fact.IS_FIRST_PEER_NODE)).isEqualTo(0);
  }

  @Test
  void aSingleDeviceHasNoPeers() {
    Facts facts = new Facts(new JobTopology(0, List.of(new ProcessPlace("a", 8))));
    assertThat(facts.valueOf(Fact.HAS_PEER_DEVICE)).isEqualTo(0);
    assertThat(facts.valueOf(Fact.HAS_PEER_NODE)).isEqualTo(0);
    assertThat(facts.valueOf(Fact.RANK_COUNT)).isEqualTo(8);
  }
}
