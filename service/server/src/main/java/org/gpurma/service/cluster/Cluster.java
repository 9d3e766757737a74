package org.gpurma.service.cluster;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The nodes that jobs run on, as they are known now. */
public final class Cluster {
  private final Map<String, ClusterNode> inventory = new LinkedHashMap<>();

  /** Nodes that are ready. */
  public Cluster(List<Node> nodes) {
    nodes.forEach(node -> put(ClusterNode.ready(node, Optional.empty())));
  }

  static Cluster of(Collection<ClusterNode> nodes) {
    var cluster = new Cluster(List.of());
    nodes.forEach(cluster::put);
    return cluster;
  }

  synchronized void put(ClusterNode node) {
    inventory.put(node.name(), node);
  }

  /**
   * What a node has become by its answer. Who holds a GPU is kept by its UUID: the same on two
   * nodes would be held on both, so the second one to name it is not scheduled on.
   */
  synchronized ClusterNode answered(ClusterNode answer) {
    ClusterNode taken =
        twice(answer).map(why -> inventory.get(answer.name()).in(why)).orElse(answer);
    put(taken);
    return taken;
  }

  private Optional<NodeCondition> twice(ClusterNode answer) {
    Set<String> mine = uuids(answer).collect(Collectors.toSet());
    return inventory.values().stream()
        .filter(other -> !other.name().equals(answer.name()))
        .flatMap(other -> uuids(other).filter(mine::contains).map(gpu -> claimed(gpu, other)))
        .findFirst();
  }

  private static Stream<String> uuids(ClusterNode node) {
    return node.node().stream().flatMap(known -> known.gpus().stream()).map(Gpu::uuid);
  }

  private static NodeCondition claimed(String gpu, ClusterNode other) {
    return new NodeCondition(
        NodeCondition.Kind.UNREADABLE,
        "%s is a GPU of node %s, too; each is of one node of gpurma.cluster.nodes"
            .formatted(gpu, other.name()));
  }

  public synchronized List<ClusterNode> inventory() {
    return List.copyOf(inventory.values());
  }

  public synchronized Optional<ClusterNode> find(String name) {
    return Optional.ofNullable(inventory.get(name));
  }

  /** Those that processes can be started on. */
  public List<Node> nodes() {
    return inventory().stream()
        .filter(node -> node.condition().ready())
        .flatMap(node -> node.node().stream())
        .toList();
  }

  /** Those that ever answered, ready or not. */
  public List<Node> known() {
    return inventory().stream().flatMap(node -> node.node().stream()).toList();
  }

  /** GPUs that a job may get once everything is ready and free. */
  public int gpuCount() {
    return Math.toIntExact(
        known().stream().flatMap(node -> node.gpus().stream()).filter(Gpu::usable).count());
  }

  public String describeGpus() {
    return known().stream()
        .flatMap(node -> node.gpus().stream())
        .map(Gpu::name)
        .distinct()
        .reduce((left, right) -> left + ", " + right)
        .orElse("no GPU");
  }

  /** A job lost the node; it is ready again once it answers its probe. */
  public synchronized void lost(String name, String reason) {
    ClusterNode node = inventory.get(name);
    if (node != null) {
      put(node.in(new NodeCondition(NodeCondition.Kind.UNREACHABLE, reason)));
    }
  }
}
