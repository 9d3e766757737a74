package org.gpurma.service.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.Node;

/** Says in words why a job finds no room. */
record Shortage(List<Node> nodes, Held held, PlacementRequest request) {
  List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    long free = nodes.stream().mapToLong(this::free).sum();
    reasons.add(
        "it asks for %d %s GPUs%s, %d of %d are free"
            .formatted(
                request.gpus(),
                request.kind().word(),
                request.gpusPerNode() == 0 ? "" : ", " + request.gpusPerNode() + " on each node",
                free,
                nodes.stream().mapToLong(this::usable).sum()));
    nodes.stream().filter(node -> usable(node) > 0).map(this::reason).forEach(reasons::add);
    return reasons;
  }

  private String reason(Node node) {
    long free = free(node);
    String text = "%s: %d of %d GPUs free".formatted(node.name(), free, usable(node));
    boolean lacksCores =
        free > 0 && new NodeOffer(node, held, this::fits, request).best(1).isEmpty();
    return lacksCores ? text + ", and too few free cores for one process" : text;
  }

  private boolean fits(Gpu gpu) {
    return gpu.kind() == request.kind() && gpu.usable();
  }

  private Stream<Gpu> allowed(Node node) {
    return node.gpus().stream()
        .filter(gpu -> request.limits().allow(node) && request.limits().allow(node, gpu))
        .filter(this::fits);
  }

  private long usable(Node node) {
    return allowed(node).count();
  }

  private long free(Node node) {
    return allowed(node).filter(gpu -> !held.gpus().contains(gpu.uuid())).count();
  }
}
