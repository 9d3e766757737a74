package org.gpurma.service.web;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.gpurma.service.allocation.DrainedNodes.Drain;
import org.gpurma.service.allocation.HeldGpus.Holding;
import org.gpurma.service.cluster.ClusterNode;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.cluster.NodeCondition;
import org.gpurma.service.cluster.NodeReport;
import org.gpurma.service.cluster.NodeTopology;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.cluster.topology.Link;
import org.gpurma.service.cluster.topology.NumaNode;
import org.gpurma.service.job.JobId;

/** The cluster as the API shows it. Parts that are not known are null or empty. */
record ClusterView(List<NodeView> nodes) {
  /**
   * @param schedulable whether new jobs may be started there
   * @param reason why not
   */
  record NodeView(
      String name,
      String ssh,
      NodeCondition.Kind condition,
      boolean schedulable,
      String reason,
      Instant drainedSince,
      List<Integer> cores,
      List<NumaView> numaNodes,
      List<GpuView> gpus,
      MatrixView topology,
      List<NodeReport.Nic> nics) {}

  record NumaView(int index, String cpus) {}

  record GpuView(
      String uuid,
      String name,
      GpuKind kind,
      int ranks,
      long memoryMiB,
      String unusable,
      JobId heldBy,
      String heldCores,
      String heldNic) {}

  /**
   * In the words of nvidia-smi topo -m; rows and columns in the order of the GPUs.
   *
   * @param nicLinks a row for each GPU, a column for each NIC
   */
  record MatrixView(
      List<List<String>> links,
      List<List<Boolean>> peers,
      List<String> nics,
      List<List<String>> nicLinks,
      List<String> nearCpus) {}

  static NodeView of(ClusterNode node, Drain drain, Map<String, Holding> held) {
    String reason = drain == null ? node.condition().reason() : "drained: " + drain.reason();
    return new NodeView(
        node.name(),
        switch (node.reach()) {
          case Reach.Local _ -> null;
          case Reach.Ssh ssh -> ssh.target();
        },
        node.condition().kind(),
        node.condition().ready() && drain == null,
        reason.isEmpty() ? null : reason,
        drain == null ? null : drain.since(),
        node.node().map(Node::cores).orElse(List.of()),
        node.node().map(known -> numaNodes(known.cpus().numaNodes())).orElse(List.of()),
        node.node().map(known -> gpus(known, held)).orElse(List.of()),
        node.node().map(known -> topology(known.topology())).orElse(null),
        node.report().map(NodeReport::nics).orElse(List.of()));
  }

  private static List<NumaView> numaNodes(List<NumaNode> nodes) {
    return nodes.stream()
        .map(node -> new NumaView(node.index(), CpuList.format(node.cpus())))
        .toList();
  }

  private static List<GpuView> gpus(Node node, Map<String, Holding> held) {
    return node.gpus().stream().map(gpu -> gpu(gpu, held.get(gpu.uuid()))).toList();
  }

  private static GpuView gpu(Gpu gpu, Holding holding) {
    return new GpuView(
        gpu.uuid(),
        gpu.name(),
        gpu.kind(),
        gpu.ranks(),
        gpu.memoryMiB(),
        gpu.usable() ? null : gpu.unusable(),
        holding == null ? null : holding.attempt().job(),
        holding == null ? null : CpuList.format(holding.cores()),
        holding == null || holding.nic().isEmpty() ? null : holding.nic());
  }

  private static MatrixView topology(NodeTopology topology) {
    return new MatrixView(
        words(topology.links()),
        topology.peers(),
        topology.nics(),
        words(topology.nicLinks()),
        topology.nearCpus().stream().map(CpuList::format).toList());
  }

  private static List<List<String>> words(List<List<Link>> links) {
    return links.stream().map(row -> row.stream().map(Link::word).toList()).toList();
  }
}
