package org.gpurma.service.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.placement.ProcessPlacement;

/** From a placement to mpirun's command line, environment and files. A pure function. */
public final class LaunchPlanner {
  public static final String RANKFILE = "rankfile";
  public static final String HOSTFILE = "hostfile";

  /** What mpirun calls in place of ssh. */
  public static final String REMOTE_SHELL = "remote-shell";

  static final String WANT_GPU_DIRECT = "btl_openib_want_cuda_gdr";
  static final String GPU_DIRECT_LIMIT = "btl_openib_cuda_rdma_limit";

  /**
   * What the GPU RMA thesis sets for GPUDirect (chapter 3.3). Asynchronous copies are a must:
   * synchronous ones wait for the persistent kernel, which waits for them.
   */
  private static final Map<String, String> GPU_DIRECT = new LinkedHashMap<>();

  static {
    GPU_DIRECT.put("mpi_common_cuda_cumemcpy_async", "1");
    GPU_DIRECT.put(WANT_GPU_DIRECT, "1");
    GPU_DIRECT.put(GPU_DIRECT_LIMIT, "5120");
    GPU_DIRECT.put("opal_warn_on_missing_libcuda", "0");
  }

  /** Names of the parameters that let networks read and write the memory of GPUs. */
  public static List<String> gpuDirectParameters() {
    return GPU_DIRECT.keySet().stream()
        .filter(name -> !name.equals("opal_warn_on_missing_libcuda"))
        .toList();
  }

  private final LaunchRequest request;
  private final OpenMpiFacts facts;
  private final Transport transport;

  private LaunchPlanner(LaunchRequest request, OpenMpiFacts facts) {
    this.request = request;
    this.facts = facts;
    this.transport = Transport.of(request, facts);
  }

  public static LaunchPlan plan(LaunchRequest request, OpenMpiFacts facts) {
    return new LaunchPlanner(request, facts).plan();
  }

  private LaunchPlan plan() {
    List<String> command = new ArrayList<>();
    command.add(request.mpirun());
    if (request.asRoot()) {
      command.add("--allow-run-as-root");
    }
    if (request.remote()) {
      command.addAll(startingOverSsh());
    }
    parameters().forEach((name, value) -> command.addAll(List.of("--mca", name, value)));
    command.addAll(binding());
    command.addAll(processes());
    return new LaunchPlan(command, environment(), files(), notes());
  }

  /**
   * The agent stays for as long as the node's daemon does, and starts none further: only this
   * machine can log in to the nodes, and it is here that the end of a node is seen.
   */
  private List<String> startingOverSsh() {
    // By way of sh: the daemons on the nodes look for the agent too, and crash where it is not.
    String agent = "sh " + control(REMOTE_SHELL);
    List<String> words = new ArrayList<>();
    if (facts.usesPrrte()) {
      words.addAll(List.of("--prtemca", "plm", "ssh", "--prtemca", "plm_ssh_agent", agent));
      words.addAll(List.of("--prtemca", "plm_ssh_no_tree_spawn", "1"));
      words.addAll(List.of("--prtemca", "prte_leave_session_attached", "1"));
    } else {
      words.addAll(List.of("--mca", "plm", "rsh", "--mca", "plm_rsh_agent", agent));
      words.addAll(List.of("--mca", "plm_rsh_no_tree_spawn", "1"));
      words.addAll(List.of("--mca", "orte_leave_session_attached", "1"));
    }
    if (!request.network().isEmpty()) {
      words.addAll(
          facts.usesPrrte()
              ? List.of("--prtemca", "prte_if_include", request.network())
              : List.of("--mca", "oob_tcp_if_include", request.network()));
    }
    return words;
  }

  private Map<String, String> parameters() {
    Map<String, String> parameters =
        new LinkedHashMap<>(transport.parameters(facts, request.network()));
    // A yield at every look that finds nothing costs a small put on GPUs as much as its message
    // does;
    // there a runtime process has cores of its own, and rests by itself. Emulated ranks need them.
    putKnown(parameters, "mpi_yield_when_idle", onRealGpus() ? "0" : "1");
    // Cores are given by the operating system's numbers, not by Open MPI's own count of them.
    putKnown(parameters, "rmaps_rank_file_physical", "1");
    GPU_DIRECT.forEach((name, value) -> putKnown(parameters, name, value));
    limits().forEach((name, value) -> putKnown(parameters, name, value));
    String accelerator = onRealGpus() ? "cuda" : "null";
    if (facts.accelerators().contains(accelerator)) {
      parameters.put("accelerator", accelerator);
    }
    return parameters;
  }

  /** What the job wants in place of what is set for all. */
  private Map<String, String> limits() {
    Map<String, String> limits = new LinkedHashMap<>();
    request
        .limits()
        .eager()
        .ifPresent(bytes -> limits.put(transport.eagerLimit(), Long.toString(bytes)));
    request
        .limits()
        .gdr()
        .ifPresent(
            bytes -> {
              limits.put(WANT_GPU_DIRECT, bytes == 0 ? "0" : "1");
              limits.put(GPU_DIRECT_LIMIT, Long.toString(bytes));
            });
    return limits;
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (request.limits().gdr().isPresent()) {
      transport
          .whyNoGdrLimit(facts, request.limits().gdr().getAsLong())
          .ifPresent(why -> notes.add("transport.gdrBytes has no effect: " + why));
    }
    if (request.limits().eager().isPresent()) {
      transport
          .whyNoEagerLimit(facts)
          .ifPresent(
              why ->
                  notes.add(
                      "transport.eagerBytes is the runtime's limit and not Open MPI's: " + why));
    }
    return notes;
  }

  private void putKnown(Map<String, String> parameters, String name, String value) {
    if (facts.knows(name)) {
      parameters.put(name, value);
    }
  }

  /**
   * PRRTE counts cores in its own way in rankfiles, and has bound processes to none or to all of
   * them: there each process is bound by its own command.
   */
  private List<String> binding() {
    if (facts.usesPrrte()) {
      return List.of("--map-by", "slot:OVERSUBSCRIBE", "--bind-to", "none");
    }
    List<String> words = new ArrayList<>();
    if (request.remote()) {
      words.addAll(List.of("--mca", "orte_default_hostfile", control(HOSTFILE)));
    }
    words.addAll(List.of("--rankfile", control(RANKFILE)));
    return words;
  }

  private String control(String file) {
    return request.controlFolder().resolve(file).toString();
  }

  /**
   * Each process is an application of its own where its environment or its command differs from the
   * others'.
   */
  private List<String> processes() {
    if (!onRealGpus() && !facts.usesPrrte()) {
      List<String> words =
          new ArrayList<>(List.of("-n", Integer.toString(request.placements().size())));
      words.addAll(program());
      return words;
    }
    List<String> words = new ArrayList<>();
    for (ProcessPlacement placement : request.placements()) {
      if (!words.isEmpty()) {
        words.add(":");
      }
      words.addAll(List.of("-n", "1"));
      if (facts.usesPrrte()) {
        words.addAll(List.of("--host", LaunchRequest.host(placement)));
      }
      variables(placement)
          .forEach((name, value) -> words.addAll(List.of("-x", name + "=" + value)));
      if (facts.usesPrrte()) {
        words.addAll(List.of("taskset", "-c", CpuList.format(placement.cores())));
      }
      words.addAll(program());
    }
    return words;
  }

  private List<String> program() {
    return List.of(request.site().runtime().toString(), request.site().runFolder().toString());
  }

  /** Each process sees its own GPU alone. */
  private Map<String, String> variables(ProcessPlacement placement) {
    Map<String, String> variables = new LinkedHashMap<>();
    if (onRealGpus()) {
      variables.put("CUDA_VISIBLE_DEVICES", placement.gpu().uuid());
      if (request.remote()) {
        variables.putAll(environment());
      }
    }
    variables.putAll(transport.environment(placement, request.limits()));
    return variables;
  }

  private Map<String, String> environment() {
    // Lazy loading would load a module while a persistent kernel runs, and wait for it.
    return onRealGpus() ? Map.of("CUDA_MODULE_LOADING", "EAGER") : Map.of();
  }

  private boolean onRealGpus() {
    return request.placements().getFirst().gpu().kind() == GpuKind.CUDA;
  }

  private Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    if (!facts.usesPrrte()) {
      files.put(RANKFILE, rankfile());
      if (request.remote()) {
        files.put(HOSTFILE, hostfile());
      }
    }
    return files;
  }

  private String rankfile() {
    return request.placements().stream()
        .map(
            placement ->
                "rank %d=%s slot=%s\n"
                    .formatted(
                        placement.index(),
                        LaunchRequest.host(placement),
                        CpuList.format(placement.cores())))
        .collect(Collectors.joining());
  }

  private String hostfile() {
    Map<String, Integer> slots = new LinkedHashMap<>();
    request
        .placements()
        .forEach(placement -> slots.merge(LaunchRequest.host(placement), 1, Integer::sum));
    return slots.entrySet().stream()
        .map(host -> host.getKey() + " slots=" + host.getValue() + "\n")
        .collect(Collectors.joining());
  }
}
