package org.gpurma.client.cluster;

import java.util.List;

/** How the devices of the nodes are connected. */
public record Topology(List<NodeTopology> nodes) {

  public Topology {
    nodes = nodes == null ? List.of() : List.copyOf(nodes);
  }
}
