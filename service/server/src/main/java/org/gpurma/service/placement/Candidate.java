package org.gpurma.service.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.Node;

/** GPUs, NICs and cores on one or more nodes that a job could have. */
record Candidate(List<Part> parts, PlacementCost cost) {
  /** What it has of one node. */
  record Part(Node node, NodeChoice choice) {
    Gpu gpu(int index) {
      return node.gpus().get(choice.gpus()[index]);
    }
  }

  static Candidate of(List<Part> parts) {
    long processes = 0;
    long together = 0;
    PlacementCost cost = PlacementCost.NONE;
    for (Part part : parts) {
      long here = part.choice().gpus().length;
      processes += here;
      together += here * (here - 1) / 2;
      cost = cost.plus(part.choice().cost());
    }
    cost = cost.plus(PlacementCost.network(processes, together));
    return new Candidate(
        List.copyOf(parts), models(parts) > 1 ? cost.plus(PlacementCost.mixedModels()) : cost);
  }

  private static long models(List<Part> parts) {
    return parts.stream()
        .flatMap(
            part ->
                IntStream.range(0, part.choice().gpus().length)
                    .mapToObj(index -> part.gpu(index).name()))
        .distinct()
        .count();
  }

  List<ProcessPlacement> processes() {
    List<ProcessPlacement> processes = new ArrayList<>();
    for (Part part : parts) {
      for (int i = 0; i < part.choice().gpus().length; i++) {
        CoreGrant cores = part.choice().cores().get(i);
        int nic = part.choice().nics()[i];
        processes.add(
            new ProcessPlacement(
                processes.size(),
                part.node().name(),
                part.node().reach(),
                part.gpu(i),
                cores.cpus(),
                cores.exclusive(),
                nic < 0 ? "" : part.node().topology().nics().get(nic)));
      }
    }
    return processes;
  }
}
