package org.gpurma.service.placement;

import org.gpurma.service.cluster.GpuKind;

/**
 * What a job asks for.
 *
 * @param gpus of all nodes
 * @param gpusPerNode on each node; 0: as it comes best
 * @param coresPerGpu cores, each with all its hardware threads; 0: the GPU's share of its node
 * @param kind of all GPUs: a program is compiled for one
 * @param limits to what it may have
 */
public record PlacementRequest(
    int gpus, int gpusPerNode, int coresPerGpu, GpuKind kind, Limits limits) {
  public PlacementRequest {
    if (gpus < 1 || gpusPerNode < 0 || coresPerGpu < 0) {
      throw new IllegalArgumentException("a job asks for at least one GPU");
    }
    if (gpusPerNode > 0 && gpus % gpusPerNode != 0) {
      throw new IllegalArgumentException(
          gpus + " GPUs are not a multiple of " + gpusPerNode + " GPUs per node");
    }
  }

  public PlacementRequest(int gpus, int gpusPerNode, int coresPerGpu, GpuKind kind) {
    this(gpus, gpusPerNode, coresPerGpu, kind, Limits.NONE);
  }

  public static PlacementRequest of(int gpus, GpuKind kind) {
    return new PlacementRequest(gpus, 0, 0, kind);
  }

  boolean mayTakeFromOneNode(int count) {
    return gpusPerNode == 0 || count == gpusPerNode;
  }
}
