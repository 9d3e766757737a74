package org.gpurma.service.cluster;

import static org.gpurma.service.cluster.NodeTopology.matrix;
import static org.gpurma.service.cluster.NodeTopology.square;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.topology.HwlocTree;
import org.gpurma.service.cluster.topology.Link;
import org.gpurma.service.cluster.topology.NumaNode;
import org.gpurma.service.cluster.topology.PeerMatrix;
import org.gpurma.service.cluster.topology.SmiReport;
import org.gpurma.service.cluster.topology.TopologyMatrix;
import org.gpurma.service.cluster.topology.UnreadableTopologyException;
import org.gpurma.service.settings.ServiceSettings.Emulated;

/** Makes a node of what its probe printed. A pure function. */
public final class NodeReader {
  private static final String SOURCE = ReportReader.SOURCE;

  private final NodeReport report;
  private final Reach reach;
  private final int ranks;

  private NodeReader(NodeReport report, Reach reach, int ranks) {
    this.report = report;
    this.reach = reach;
    this.ranks = ranks;
  }

  /**
   * @param emulatedOnly its real GPUs, if any, are left alone
   * @param emulatedRanks ranks of an emulated GPU unless a job says otherwise
   * @throws UnreadableTopologyException where anything of it is not understood
   */
  public static Node read(NodeReport report, Reach reach, boolean emulatedOnly, int emulatedRanks) {
    var reader = new NodeReader(report, reach, emulatedRanks);
    Optional<SmiReport> real = emulatedOnly ? Optional.empty() : reader.gpus();
    return real.isPresent() && !real.get().gpus().isEmpty()
        ? reader.withGpus(real.get().gpus())
        : reader.withEmulatedGpus();
  }

  /** Empty where the tool is absent or has no driver to talk to. */
  private Optional<SmiReport> gpus() {
    return Optional.ofNullable(report.gpus().output()).map(SmiReport::parse);
  }

  private Node withGpus(List<SmiReport.SmiGpu> gpus) {
    TopologyMatrix topology = TopologyMatrix.parse(required(report.matrix()));
    if (topology.gpus() != gpus.size()) {
      throw new UnreadableTopologyException(
          TopologyMatrix.SOURCE, 1, 1, gpus.size() + " GPUs", topology.gpus() + " GPUs");
    }
    Optional<HwlocTree> hwloc = hwloc();
    List<List<Integer>> near =
        IntStream.range(0, gpus.size())
            .mapToObj(gpu -> nearCpus(topology, gpu, gpus.get(gpu).busId(), hwloc))
            .toList();
    return new Node(
        report.host(),
        reach,
        gpus.stream().map(NodeReader::gpu).toList(),
        cpus(hwloc),
        new NodeTopology(
            square(gpus.size(), topology::gpuToGpu),
            peers(gpus.size()),
            topology.nics(),
            matrix(gpus.size(), topology.nics().size(), topology::gpuToNic),
            near));
  }

  /** Without this there is no way to tell near from far. */
  private static String required(NodeReport.Tool tool) {
    if (tool.output() == null) {
      String why = tool.failed() == null ? "absent" : tool.failed();
      throw new UnreadableTopologyException(tool.command(), 1, 1, "its output", why);
    }
    return tool.output();
  }

  private static Gpu gpu(SmiReport.SmiGpu gpu) {
    return new Gpu(
        gpu.uuid(),
        gpu.name(),
        GpuKind.CUDA,
        0,
        gpu.memoryMiB(),
        gpu.partitioned() ? "it is cut into MIG instances; a rank needs a whole GPU" : "");
  }

  /** Drivers that do not know the question do not forbid it either. */
  private List<List<Boolean>> peers(int gpus) {
    if (report.peers().output() == null) {
      return square(gpus, (_, _) -> true);
    }
    PeerMatrix peers = PeerMatrix.parse(report.peers().output());
    if (peers.gpus() != gpus) {
      throw new UnreadableTopologyException(
          PeerMatrix.SOURCE, 1, 1, gpus + " GPUs", peers.gpus() + " GPUs");
    }
    return square(gpus, peers::reaches);
  }

  private static List<Integer> nearCpus(
      TopologyMatrix topology, int gpu, String busId, Optional<HwlocTree> hwloc) {
    List<Integer> told = topology.affinities().get(gpu).cpus();
    if (!told.isEmpty()) {
      return told;
    }
    return hwloc.stream()
        .flatMap(tree -> tree.devices().stream())
        .filter(device -> device.busId().equals(busId))
        .map(HwlocTree.PciDevice::nearCpus)
        .findFirst()
        .orElse(List.of());
  }

  private Optional<HwlocTree> hwloc() {
    return Optional.ofNullable(report.hwloc().output()).map(HwlocTree::parse);
  }

  private CpuLayout cpus(Optional<HwlocTree> hwloc) {
    List<Integer> allowed = cpuList(report.cpus());
    return hwloc
        .map(tree -> layout(HwlocTree.SOURCE, allowed, tree.cores(), tree.numaNodes()))
        .orElseGet(() -> layout(SOURCE, allowed, linuxCores(), linuxNumaNodes()));
  }

  private static CpuLayout layout(
      String source, List<Integer> allowed, List<List<Integer>> cores, List<NumaNode> numaNodes) {
    try {
      return CpuLayout.of(allowed, cores, numaNodes);
    } catch (IllegalArgumentException e) {
      throw new UnreadableTopologyException(
          source, 1, 1, "cores and NUMA nodes that do not overlap", e.getMessage());
    }
  }

  private List<List<Integer>> linuxCores() {
    return report.cores().stream().map(NodeReader::cpuList).toList();
  }

  private List<NumaNode> linuxNumaNodes() {
    return report.numaNodes().stream()
        // Memory without cores has an empty list.
        .filter(node -> node.cpus() != null && !node.cpus().isEmpty())
        .map(node -> new NumaNode(node.index(), cpuList(node.cpus())))
        .toList();
  }

  private static List<Integer> cpuList(String text) {
    String list = Objects.requireNonNullElse(text, "");
    try {
      return CpuList.parse(list);
    } catch (IllegalArgumentException _) {
      throw new UnreadableTopologyException(SOURCE, 1, 1, "a list of CPUs such as 0-3,8", list);
    }
  }

  /** Dealt over the NUMA nodes in order, as the GPUs of a real machine are. */
  private Node withEmulatedGpus() {
    int count = emulatedGpus();
    CpuLayout cpus = cpus(hwloc());
    List<NumaNode> sides = cpus.numaNodes();
    List<Gpu> gpus = new ArrayList<>();
    List<List<Integer>> near = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      gpus.add(new Gpu(emulatedName(i), "Emulated GPU", GpuKind.EMULATED, ranks, 0));
      near.add(sides.get(i * sides.size() / count).cpus());
    }
    NodeTopology flat = NodeTopology.flat(count);
    return new Node(
        report.host(),
        reach,
        gpus,
        cpus,
        new NodeTopology(
            square(
                count,
                (gpu, other) ->
                    near.get(gpu).equals(near.get(other)) ? flat.link(gpu, other) : Link.SYS),
            flat.peers(),
            flat.nics(),
            flat.nicLinks(),
            near));
  }

  private int emulatedGpus() {
    int count = report.emulatedGpus();
    if (count < 0 || count > Emulated.MOST_GPUS) {
      throw new UnreadableTopologyException(
          SOURCE, 1, 1, "0 to " + Emulated.MOST_GPUS + " as emulatedGpus", Integer.toString(count));
    }
    return count;
  }

  /** Unlike a real GPU, an emulated one has a name that is its own on one machine only. */
  private String emulatedName(int index) {
    return switch (reach) {
      case Reach.Local _ -> "emulated-" + index;
      case Reach.Ssh _ -> report.host() + "-emulated-" + index;
    };
  }
}
