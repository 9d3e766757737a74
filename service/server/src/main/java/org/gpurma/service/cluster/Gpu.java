package org.gpurma.service.cluster;

/**
 * One GPU.
 *
 * @param ranks ranks it runs unless a job says otherwise; 0: as many as fit
 * @param memoryMiB 0 for an emulated one
 */
public record Gpu(String uuid, String name, GpuKind kind, int ranks, long memoryMiB) {}
