package org.gpurma.client.cluster;

import java.util.List;

/** The nodes that jobs run on. */
public record Cluster(List<ClusterNode> nodes) {

  public Cluster {
    nodes = nodes == null ? List.of() : List.copyOf(nodes);
  }
}
