package org.gpurma.service.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.placement.ProcessPlacement;

/** From a placement to mpirun's command line, environment and rankfile. A pure function. */
public final class LaunchPlanner {
  public static final String RANKFILE = "rankfile";

  /**
   * What the GPU RMA thesis sets for GPUDirect (chapter 3.3). Asynchronous copies are a must:
   * synchronous ones wait for the persistent kernel, which waits for them.
   */
  private static final Map<String, String> GPU_DIRECT = new LinkedHashMap<>();

  static {
    GPU_DIRECT.put("mpi_common_cuda_cumemcpy_async", "1");
    GPU_DIRECT.put("btl_openib_want_cuda_gdr", "1");
    GPU_DIRECT.put("btl_openib_cuda_rdma_limit", "5120");
    GPU_DIRECT.put("opal_warn_on_missing_libcuda", "0");
  }

  private LaunchPlanner() {}

  public static LaunchPlan plan(LaunchRequest request, OpenMpiFacts facts) {
    List<String> command = new ArrayList<>();
    command.add(request.mpirun());
    if (request.asRoot()) {
      command.add("--allow-run-as-root");
    }
    parameters(facts).forEach((name, value) -> command.addAll(List.of("--mca", name, value)));
    command.addAll(List.of("--rankfile", request.runFolder().resolve(RANKFILE).toString()));
    command.addAll(processes(request));
    return new LaunchPlan(command, environment(request), rankfile(request.placements()));
  }

  private static Map<String, String> parameters(OpenMpiFacts facts) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("pml", "ob1");
    parameters.put("btl", facts.sharedMemoryTransport() + ",self");
    putKnown(parameters, facts, "mpi_yield_when_idle", "1");
    // Cores are given by the operating system's numbers, not by Open MPI's own count of them.
    putKnown(parameters, facts, "rmaps_rank_file_physical", "1");
    GPU_DIRECT.forEach((name, value) -> putKnown(parameters, facts, name, value));
    return parameters;
  }

  private static void putKnown(
      Map<String, String> parameters, OpenMpiFacts facts, String name, String value) {
    if (facts.knows(name)) {
      parameters.put(name, value);
    }
  }

  /**
   * Each process of a real GPU is an application of its own, because only then can its environment
   * differ.
   */
  private static List<String> processes(LaunchRequest request) {
    List<String> program = List.of(request.runtime().toString(), request.runFolder().toString());
    if (!onRealGpus(request)) {
      List<String> words = new ArrayList<>();
      words.addAll(List.of("-n", Integer.toString(request.placements().size())));
      words.addAll(program);
      return words;
    }
    List<String> words = new ArrayList<>();
    for (ProcessPlacement placement : request.placements()) {
      if (!words.isEmpty()) {
        words.add(":");
      }
      words.addAll(List.of("-n", "1", "-x", "CUDA_VISIBLE_DEVICES=" + placement.gpu().uuid()));
      words.addAll(program);
    }
    return words;
  }

  private static Map<String, String> environment(LaunchRequest request) {
    // Lazy loading would load a module while a persistent kernel runs, and wait for it.
    return onRealGpus(request) ? Map.of("CUDA_MODULE_LOADING", "EAGER") : Map.of();
  }

  private static boolean onRealGpus(LaunchRequest request) {
    return request.placements().getFirst().gpu().kind() == GpuKind.CUDA;
  }

  private static String rankfile(List<ProcessPlacement> placements) {
    return placements.stream()
        .map(
            placement ->
                "rank %d=%s slot=%s\n"
                    .formatted(
                        placement.index(), placement.node(), CpuList.format(placement.cores())))
        .collect(Collectors.joining());
  }
}
