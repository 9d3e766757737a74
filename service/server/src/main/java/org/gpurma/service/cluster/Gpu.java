package org.gpurma.service.cluster;

/**
 * One GPU.
 *
 * @param ranks ranks it runs unless a job says otherwise; 0: as many as fit
 * @param memoryMiB 0 for an emulated one
 * @param unusable why no job gets it; empty where jobs may
 */
public record Gpu(
    String uuid, String name, GpuKind kind, int ranks, long memoryMiB, String unusable) {
  public Gpu(String uuid, String name, GpuKind kind, int ranks, long memoryMiB) {
    this(uuid, name, kind, ranks, memoryMiB, "");
  }

  public boolean usable() {
    return unusable.isEmpty();
  }
}
