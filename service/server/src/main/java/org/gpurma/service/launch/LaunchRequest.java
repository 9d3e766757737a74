package org.gpurma.service.launch;

import java.nio.file.Path;
import java.util.List;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.placement.ProcessPlacement;

/**
 * What is to be started where.
 *
 * @param site where things lie on the nodes
 * @param controlFolder on this machine: where the files of the plan lie that mpirun reads
 * @param asRoot mpirun refuses to run as root unless told to
 * @param network what connects the nodes, e.g. {@code 10.78.0.0/24}; empty: what Open MPI finds
 * @param limits that the job wants for its messages
 */
public record LaunchRequest(
    String mpirun,
    LaunchSite site,
    Path controlFolder,
    List<ProcessPlacement> placements,
    boolean asRoot,
    String network,
    MessageLimits limits) {
  public LaunchRequest {
    placements = List.copyOf(placements);
  }

  /** Over ssh, rather than on this machine. */
  boolean remote() {
    return placements.getFirst().reach() instanceof Reach.Ssh;
  }

  boolean onSeveralNodes() {
    return placements.stream().map(ProcessPlacement::node).distinct().count() > 1;
  }

  /** As mpirun is told of it. */
  static String host(ProcessPlacement placement) {
    return switch (placement.reach()) {
      case Reach.Local _ -> placement.node();
      case Reach.Ssh ssh -> ssh.host();
    };
  }
}
