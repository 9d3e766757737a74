package org.gpurma.runtime.topology;

import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.host.RankInfo;

/**
 * What a process tells its host program of its place. Nodes count in the order of their first
 * process.
 */
public final class RankInfos {

  private RankInfos() {}

  public static RankInfo of(JobTopology topology) {
    int process = topology.process();
    List<String> nodes =
        IntStream.range(0, topology.processes()).mapToObj(topology::nodeOf).toList();
    List<String> distinct = nodes.stream().distinct().toList();
    String here = nodes.get(process);
    return new RankInfo(
        topology.worldSize(),
        topology.ranks(),
        topology.rankStart(),
        count(nodes, here),
        count(nodes.subList(0, process), here),
        distinct.size(),
        distinct.indexOf(here),
        topology.processes(),
        process);
  }

  private static int count(List<String> nodes, String node) {
    return (int) nodes.stream().filter(node::equals).count();
  }
}
