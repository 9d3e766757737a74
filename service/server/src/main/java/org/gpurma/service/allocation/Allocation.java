package org.gpurma.service.allocation;

import java.util.List;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.Node;

/** GPUs granted to an attempt, all on one node. */
public record Allocation(Node node, List<Gpu> gpus) {
  public Allocation {
    gpus = List.copyOf(gpus);
  }
}
