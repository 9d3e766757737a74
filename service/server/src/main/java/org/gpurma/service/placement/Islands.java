package org.gpurma.service.placement;

import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gpurma.service.cluster.NodeTopology;
import org.gpurma.service.cluster.topology.Link;

/**
 * GPUs of a node that belong together: those that NVLink connects, those behind one PCIe switch,
 * those of one host bridge, those near the same cores, and all of the node.
 */
record Islands(List<BitSet> islands) {
  static Islands of(NodeTopology topology) {
    int gpus = topology.links().size();
    Set<BitSet> found = new LinkedHashSet<>();
    for (Link.Kind radius : Link.Kind.values()) {
      found.addAll(topology.islands(radius));
    }
    for (int gpu = 0; gpu < gpus; gpu++) {
      found.add(sameSide(topology, gpu));
    }
    found.removeIf(island -> island.cardinality() < 2);
    return new Islands(List.copyOf(found));
  }

  private static BitSet sameSide(NodeTopology topology, int gpu) {
    var island = new BitSet();
    for (int other = 0; other < topology.links().size(); other++) {
      if (topology.nearCpus().get(other).equals(topology.nearCpus().get(gpu))) {
        island.set(other);
      }
    }
    return island;
  }

  /** GPUs that stay free in the islands that are broken; one counts once an island. */
  int remnants(int[] taken, BitSet free) {
    var takenBits = new BitSet();
    for (int gpu : taken) {
      takenBits.set(gpu);
    }
    int remnants = 0;
    for (BitSet island : islands) {
      if (island.intersects(takenBits)) {
        var left = (BitSet) island.clone();
        left.and(free);
        left.andNot(takenBits);
        remnants += left.cardinality();
      }
    }
    return remnants;
  }
}
