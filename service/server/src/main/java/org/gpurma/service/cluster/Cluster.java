package org.gpurma.service.cluster;

import java.util.List;

/** The nodes that jobs run on. */
public record Cluster(List<Node> nodes) {
  public int gpuCount() {
    return nodes.stream().mapToInt(node -> node.gpus().size()).sum();
  }

  public String describeGpus() {
    return nodes.stream()
        .flatMap(node -> node.gpus().stream())
        .map(Gpu::name)
        .distinct()
        .reduce((left, right) -> left + ", " + right)
        .orElse("no GPU");
  }
}
