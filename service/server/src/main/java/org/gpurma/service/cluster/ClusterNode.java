package org.gpurma.service.cluster;

import java.util.Optional;

/**
 * A node of the inventory, whatever is known of it.
 *
 * @param node as it was when it last answered
 * @param report what {@code node} was made of
 */
public record ClusterNode(
    String name,
    Reach reach,
    NodeCondition condition,
    Optional<Node> node,
    Optional<NodeReport> report) {
  static ClusterNode unprobed(String name, Reach reach) {
    return new ClusterNode(
        name,
        reach,
        new NodeCondition(NodeCondition.Kind.UNPROBED, "it has not been asked yet"),
        Optional.empty(),
        Optional.empty());
  }

  static ClusterNode ready(Node node, Optional<NodeReport> report) {
    return new ClusterNode(
        node.name(), node.reach(), NodeCondition.READY, Optional.of(node), report);
  }

  ClusterNode in(NodeCondition other) {
    return new ClusterNode(name, reach, other, node, report);
  }
}
