package org.gpurma.service.job;

/** One runtime process; ranks, GPU name and pid are known once it has started. */
public record ProcessInfo(
    int index,
    String node,
    String gpu,
    String gpuName,
    String cores,
    Long rankStart,
    Long rankCount,
    Long pid) {

  public static ProcessInfo planned(
      int index, String node, String gpu, String gpuName, String cores) {
    return new ProcessInfo(index, node, gpu, gpuName, cores, null, null, null);
  }

  public ProcessInfo started(String realGpuName, long firstRank, long ranks, long processId) {
    return new ProcessInfo(index, node, gpu, realGpuName, cores, firstRank, ranks, processId);
  }
}
