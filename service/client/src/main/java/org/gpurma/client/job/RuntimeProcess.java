package org.gpurma.client.job;

/**
 * One process of a job: one GPU and the ranks it runs.
 *
 * @param gpu UUID of the GPU
 * @param cores CPU list as in {@code 0-3,8}; empty where the process is not bound
 * @param rankStart its first rank among all ranks of the job; as rankCount and pid null before it
 *     has started
 */
public record RuntimeProcess(
    int index,
    String node,
    String gpu,
    String gpuName,
    String cores,
    Integer rankStart,
    Integer rankCount,
    Long pid) {}
