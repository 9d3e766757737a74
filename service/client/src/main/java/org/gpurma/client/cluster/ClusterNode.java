package org.gpurma.client.cluster;

import java.time.Instant;
import java.util.List;

/**
 * A node and its GPUs.
 *
 * @param schedulable whether new jobs may start there
 * @param reason why not; null where they may
 * @param cores CPUs that jobs may use
 */
public record ClusterNode(
    String name,
    String condition,
    boolean schedulable,
    String reason,
    Instant drainedSince,
    List<Integer> cores,
    List<ClusterGpu> gpus) {

  public ClusterNode {
    cores = cores == null ? List.of() : List.copyOf(cores);
    gpus = gpus == null ? List.of() : List.copyOf(gpus);
  }

  public long freeGpus() {
    return gpus.stream().filter(ClusterGpu::isFree).count();
  }
}
