package org.gpurma.service.placement;

import java.util.List;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.Reach;

/**
 * Where one runtime process goes.
 *
 * @param index its MPI rank
 * @param cores CPUs it runs on, in ascending order
 * @param exclusive whether no other process has one of its cores
 * @param nic the device it reaches other nodes by; empty where the node has none
 */
public record ProcessPlacement(
    int index,
    String node,
    Reach reach,
    Gpu gpu,
    List<Integer> cores,
    boolean exclusive,
    String nic) {
  public ProcessPlacement {
    cores = List.copyOf(cores);
  }

  /** The same with another MPI rank. */
  ProcessPlacement as(int rank) {
    return new ProcessPlacement(rank, node, reach, gpu, cores, exclusive, nic);
  }

  /** On the service's own machine. */
  public ProcessPlacement(int index, String node, Gpu gpu, List<Integer> cores, boolean exclusive) {
    this(index, node, Reach.LOCAL, gpu, cores, exclusive, "");
  }
}
