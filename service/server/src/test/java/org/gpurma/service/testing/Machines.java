package org.gpurma.service.testing;

import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.CpuLayout;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.cluster.NodeTopology;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.cluster.topology.Captured;
import org.gpurma.service.cluster.topology.TopologyMatrix;

/** Nodes that look like real machines. */
public final class Machines {
  private Machines() {}

  /** A machine whose {@code nvidia-smi topo -m} was kept; GPU i is called NAME-i. */
  public static Node like(String machine, String name) {
    TopologyMatrix matrix = Captured.matrix(machine);
    List<Gpu> gpus =
        IntStream.range(0, matrix.gpus())
            .mapToObj(i -> new Gpu(name + "-" + i, machine, GpuKind.CUDA, 0, 0))
            .toList();
    List<Integer> cpus =
        matrix.affinities().stream()
            .flatMap(affinity -> affinity.cpus().stream())
            .distinct()
            .sorted()
            .toList();
    return new Node(
        name,
        Reach.LOCAL,
        gpus,
        CpuLayout.of(cpus),
        new NodeTopology(
            matrix.links().subList(0, matrix.gpus()).stream()
                .map(row -> row.subList(0, matrix.gpus()))
                .toList(),
            NodeTopology.flat(matrix.gpus()).peers(),
            matrix.nics(),
            matrix.links().subList(0, matrix.gpus()).stream()
                .map(row -> row.subList(matrix.gpus(), row.size()))
                .toList(),
            matrix.affinities().stream().map(TopologyMatrix.Affinity::cpus).toList()));
  }

  /** Emulated GPUs, called NAME-i. */
  public static Node emulated(String name, int gpus, int cores) {
    return new Node(
        name,
        IntStream.range(0, gpus)
            .mapToObj(i -> new Gpu(name + "-" + i, "Emulated GPU", GpuKind.EMULATED, 8, 0))
            .toList(),
        IntStream.range(0, cores).boxed().toList());
  }
}
