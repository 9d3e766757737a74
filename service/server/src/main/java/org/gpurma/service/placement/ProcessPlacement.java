package org.gpurma.service.placement;

import java.util.List;
import org.gpurma.service.cluster.Gpu;

/**
 * Where one runtime process goes.
 *
 * @param index its MPI rank
 * @param exclusive whether no other process of the job has one of its cores
 */
public record ProcessPlacement(
    int index, String node, Gpu gpu, List<Integer> cores, boolean exclusive) {
  public ProcessPlacement {
    cores = List.copyOf(cores);
  }
}
