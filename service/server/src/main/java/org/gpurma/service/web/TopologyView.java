package org.gpurma.service.web;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpurma.service.allocation.HeldGpus.Holding;
import org.gpurma.service.cluster.ClusterNode;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.cluster.NodeCondition;
import org.gpurma.service.cluster.NodeReport;
import org.gpurma.service.cluster.NodeTopology;
import org.gpurma.service.cluster.topology.Link;
import org.gpurma.service.cluster.topology.NumaNode;
import org.gpurma.service.job.JobId;

/** How the devices of the nodes are connected, as a graph: each connection once. */
record TopologyView(List<NodeTopologyView> nodes) {
  /**
   * Of a node that never answered only name and condition are known.
   *
   * @param gpuLinks a connection for each pair of GPUs
   * @param nicLinks a connection for each GPU and each NIC
   */
  record NodeTopologyView(
      String name,
      NodeCondition.Kind condition,
      List<NumaView> numaNodes,
      List<GpuView> gpus,
      List<NicView> nics,
      List<GpuLinkView> gpuLinks,
      List<NicLinkView> nicLinks,
      List<IslandView> islands) {}

  /**
   * @param cores how many cores, each with all its hardware threads, jobs may use
   */
  record NumaView(int index, String cpus, int cores) {}

  /**
   * @param numaNode null where it is not known
   * @param nearestNics of equal distance, nearest of all
   */
  record GpuView(
      int index,
      String uuid,
      String name,
      GpuKind kind,
      long memoryMiB,
      String unusable,
      Integer numaNode,
      String nearCpus,
      List<String> nearestNics,
      JobId heldBy,
      String heldCores,
      String heldNic) {}

  /** What is not known of it is null. */
  record NicView(
      String name,
      String kind,
      String state,
      String linkLayer,
      String rate,
      Integer numaNode,
      String busId) {}

  /**
   * @param word as {@code nvidia-smi topo -m} writes it
   * @param lanes NVLinks that are bonded; 0 for any other kind
   * @param peer whether each reads the other's memory
   */
  record GpuLinkView(int from, int to, Link.Kind kind, String word, int lanes, boolean peer) {}

  record NicLinkView(int gpu, String nic, Link.Kind kind, String word) {}

  /**
   * GPUs that are connected to each other by this kind of link or a nearer one.
   *
   * @param kind the farthest that it takes
   */
  record IslandView(Link.Kind kind, List<Integer> gpus) {}

  static NodeTopologyView of(ClusterNode node, Map<String, Holding> held) {
    Optional<Node> known = node.node();
    return new NodeTopologyView(
        node.name(),
        node.condition().kind(),
        known.map(TopologyView::numaNodes).orElse(List.of()),
        known.map(there -> gpus(there, held)).orElse(List.of()),
        known.map(there -> nics(there.topology(), node.report())).orElse(List.of()),
        known.map(there -> gpuLinks(there.topology())).orElse(List.of()),
        known.map(there -> nicLinks(there.topology())).orElse(List.of()),
        known.map(there -> islands(there.topology())).orElse(List.of()));
  }

  private static List<NumaView> numaNodes(Node node) {
    return node.cpus().numaNodes().stream()
        .map(numa -> new NumaView(numa.index(), CpuList.format(numa.cpus()), cores(node, numa)))
        .toList();
  }

  private static int cores(Node node, NumaNode numa) {
    Set<Integer> cpus = new HashSet<>(numa.cpus());
    return Math.toIntExact(
        node.cpus().cores().stream().filter(core -> cpus.contains(core.getFirst())).count());
  }

  private static List<GpuView> gpus(Node node, Map<String, Holding> held) {
    return IntStream.range(0, node.gpus().size())
        .mapToObj(index -> gpu(node, index, held.get(node.gpus().get(index).uuid())))
        .toList();
  }

  private static GpuView gpu(Node node, int index, Holding holding) {
    Gpu gpu = node.gpus().get(index);
    List<Integer> near = node.topology().nearCpus().get(index);
    return new GpuView(
        index,
        gpu.uuid(),
        gpu.name(),
        gpu.kind(),
        gpu.memoryMiB(),
        gpu.usable() ? null : gpu.unusable(),
        numaNode(node, near),
        CpuList.format(near),
        nearestNics(node.topology(), index),
        holding == null ? null : holding.attempt().job(),
        holding == null ? null : CpuList.format(holding.cores()),
        holding == null || holding.nic().isEmpty() ? null : holding.nic());
  }

  /** Null where the CPUs near the GPU are not known, or belong to several. */
  private static Integer numaNode(Node node, List<Integer> near) {
    List<Integer> sides =
        node.cpus().numaNodes().stream()
            .filter(numa -> numa.cpus().stream().anyMatch(near::contains))
            .map(NumaNode::index)
            .toList();
    return sides.size() == 1 ? sides.getFirst() : null;
  }

  private static List<String> nearestNics(NodeTopology topology, int gpu) {
    List<Link> links = topology.nicLinks().get(gpu);
    Optional<Link.Kind> nearest = links.stream().map(Link::kind).min(Link.Kind::compareTo);
    return IntStream.range(0, links.size())
        .filter(nic -> links.get(nic).kind() == nearest.orElseThrow())
        .mapToObj(topology.nics()::get)
        .toList();
  }

  /** Those of the matrix first, in its order, then what else the probe saw. */
  private static List<NicView> nics(NodeTopology topology, Optional<NodeReport> report) {
    List<NodeReport.Nic> seen = report.map(NodeReport::nics).orElse(List.of());
    List<NicView> nics = new ArrayList<>();
    for (String name : topology.nics()) {
      nics.add(
          seen.stream()
              .filter(nic -> nic.name().equals(name))
              .findFirst()
              .map(TopologyView::nic)
              .orElse(new NicView(name, "rdma", null, null, null, null, null)));
    }
    seen.stream()
        .filter(nic -> !topology.nics().contains(nic.name()))
        .forEach(nic -> nics.add(nic(nic)));
    return nics;
  }

  private static NicView nic(NodeReport.Nic nic) {
    return new NicView(
        nic.name(),
        nic.kind(),
        nic.state(),
        nic.linkLayer(),
        nic.rate(),
        nic.numaNode(),
        nic.busId());
  }

  private static List<GpuLinkView> gpuLinks(NodeTopology topology) {
    List<GpuLinkView> links = new ArrayList<>();
    for (int from = 0; from < topology.links().size(); from++) {
      for (int to = from + 1; to < topology.links().size(); to++) {
        Link link = topology.link(from, to);
        links.add(
            new GpuLinkView(
                from,
                to,
                link.kind(),
                link.word(),
                link.lanes(),
                topology.peer(from, to) && topology.peer(to, from)));
      }
    }
    return links;
  }

  private static List<NicLinkView> nicLinks(NodeTopology topology) {
    List<NicLinkView> links = new ArrayList<>();
    for (int gpu = 0; gpu < topology.nicLinks().size(); gpu++) {
      for (int nic = 0; nic < topology.nics().size(); nic++) {
        Link link = topology.nicLink(gpu, nic);
        links.add(new NicLinkView(gpu, topology.nics().get(nic), link.kind(), link.word()));
      }
    }
    return links;
  }

  /** From the nearest on; one that a nearer kind makes already is not there again. */
  private static List<IslandView> islands(NodeTopology topology) {
    Set<BitSet> found = new HashSet<>();
    List<IslandView> islands = new ArrayList<>();
    for (Link.Kind kind : Link.Kind.values()) {
      for (BitSet island : topology.islands(kind)) {
        if (found.add(island)) {
          islands.add(new IslandView(kind, island.stream().boxed().toList()));
        }
      }
    }
    return islands;
  }
}
