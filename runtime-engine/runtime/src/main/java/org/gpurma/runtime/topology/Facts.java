package org.gpurma.runtime.topology;

import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.wire.Fact;

/**
 * What a process knows of its place, for userdata. Nodes count in the order of their first process.
 */
public final class Facts {

  private final JobTopology topology;
  private final int nodeCount;
  private final int nodeIndex;
  private final int deviceCount;
  private final int deviceIndex;

  public Facts(JobTopology topology) {
    this.topology = topology;
    List<String> nodes =
        IntStream.range(0, topology.processes()).mapToObj(topology::nodeOf).toList();
    List<String> distinct = nodes.stream().distinct().toList();
    String mine = nodes.get(topology.process());
    nodeCount = distinct.size();
    nodeIndex = distinct.indexOf(mine);
    deviceCount = (int) nodes.stream().filter(mine::equals).count();
    deviceIndex = (int) nodes.subList(0, topology.process()).stream().filter(mine::equals).count();
  }

  public Integer valueOf(Fact fact) {
    return switch (fact) {
      case RANK_COUNT -> topology.worldSize();
      case RANK_RESPONSIBLE -> topology.ranks();
      case RANK_START -> topology.rankStart();
      case DEVICE_COUNT -> deviceCount;
      case DEVICE_INDEX -> deviceIndex;
      case NODE_COUNT -> nodeCount;
      case NODE_INDEX -> nodeIndex;
      case PROCESS_COUNT -> topology.processes();
      case PROCESS_INDEX -> topology.process();
      case IS_FIRST_DEVICE -> truth(nodeIndex == 0 && deviceIndex == 0);
      case IS_FIRST_PEER_DEVICE -> truth(nodeIndex == 0 && deviceIndex == 1);
      case IS_FIRST_PEER_NODE -> truth(nodeIndex == 1 && deviceIndex == 0);
      case HAS_PEER_DEVICE -> truth(deviceCount > 1);
      case HAS_PEER_NODE -> truth(nodeCount > 1);
      case FACT_UNSPECIFIED, UNRECOGNIZED ->
          throw new FailureException(
              new Failure.BadRunSpec("userdata asks for a fact that this runtime does not know"));
    };
  }

  private static int truth(boolean value) {
    return value ? 1 : 0;
  }
}
