package org.gpurma.host;

/**
 * Where a process and its ranks stand in the job (GPU RMA thesis, listing 2.1; dCUDA thesis,
 * listing 3.3).
 *
 * @param rankCount ranks of the job
 * @param rankResponsible ranks of this process: the blocks of its kernel
 * @param rankStart the first of them in WORLD
 * @param deviceCount GPUs of the job on this node
 * @param deviceIndex which of them this process has
 * @param nodeCount nodes of the job
 * @param nodeIndex which of them this is, in the order of their first process
 * @param processCount processes of the job, one a GPU
 * @param processIndex which of them this is
 */
public record RankInfo(
    int rankCount,
    int rankResponsible,
    int rankStart,
    int deviceCount,
    int deviceIndex,
    int nodeCount,
    int nodeIndex,
    int processCount,
    int processIndex) {}
