package org.gpurma.service.allocation;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.Node;

/** Chooses GPUs for a job: all of them or none. */
public final class Allocator {
  private Allocator() {}

  public static Optional<Allocation> allocate(Cluster cluster, Set<String> heldGpus, int wanted) {
    for (Node node : cluster.nodes()) {
      List<Gpu> free =
          node.gpus().stream().filter(gpu -> !heldGpus.contains(gpu.uuid())).limit(wanted).toList();
      if (free.size() == wanted) {
        return Optional.of(new Allocation(node, free));
      }
    }
    return Optional.empty();
  }
}
