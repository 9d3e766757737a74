package org.gpurma.service.scheduling;

import java.util.Map;

/**
 * What a job asks of the nodes. Jobs of the same shape fit in the same places.
 *
 * @param nodes on exactly so many nodes with the same number of GPUs each; 0: on as few nodes as
 *     the cluster would need for it if it were empty
 * @param exclusive the nodes are shared with no other job
 * @param onlyOn the nodes that will do, and how many GPUs of each at the most; none: all
 */
public record Shape(
    int gpus, int nodes, boolean exclusive, GpuWish wish, Map<String, Integer> onlyOn) {
  public Shape {
    onlyOn = Map.copyOf(onlyOn);
    if (gpus < 1 || nodes < 0 || (nodes > 0 && gpus % nodes != 0)) {
      throw new IllegalArgumentException(gpus + " GPUs cannot lie evenly on " + nodes + " nodes");
    }
  }

  public Shape(int gpus, int nodes, boolean exclusive, GpuWish wish) {
    this(gpus, nodes, exclusive, wish, Map.of());
  }

  public static Shape of(int gpus) {
    return new Shape(gpus, 0, false, GpuWish.ANY);
  }
}
