package org.gpurma.service.scheduling;

/**
 * What a job asks of the nodes. Jobs of the same shape fit in the same places.
 *
 * @param nodes on exactly so many nodes with the same number of GPUs each; 0: on as few nodes as
 *     the cluster would need for it if it were empty
 * @param exclusive the nodes are shared with no other job
 */
public record Shape(int gpus, int nodes, boolean exclusive, GpuWish wish) {
  public Shape {
    if (gpus < 1 || nodes < 0 || (nodes > 0 && gpus % nodes != 0)) {
      throw new IllegalArgumentException(gpus + " GPUs cannot lie evenly on " + nodes + " nodes");
    }
  }

  public static Shape of(int gpus) {
    return new Shape(gpus, 0, false, GpuWish.ANY);
  }
}
