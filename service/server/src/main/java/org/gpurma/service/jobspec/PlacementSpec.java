package org.gpurma.service.jobspec;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;

/**
 * Where a job may run, and how its processes are bound.
 *
 * @param nodes names of the nodes that it may use; none: any
 * @param gpus indexes in their node or UUIDs of the GPUs that it may use; none: any
 * @param cores CPUs of each node that it may use, as in 0-3,8; null: any
 * @param processes one for each process, by MPI rank; none: where it is best
 */
public record PlacementSpec(
    Policy policy,
    Binding binding,
    List<String> nodes,
    List<String> gpus,
    String cores,
    List<ProcessSpec> processes) {
  public static final PlacementSpec ANYWHERE =
      new PlacementSpec(null, null, null, null, null, null);

  public enum Policy {
    /** GPUs near each other and near a NIC, on as few nodes as there is room for. */
    @JsonProperty("near")
    NEAR,
    /** Every process on a node of its own. */
    @JsonProperty("spread")
    SPREAD
  }

  public enum Binding {
    /** Cores of its own for each process. */
    @JsonProperty("cores")
    CORES,
    /** The cores near its GPU, shared with others. */
    @JsonProperty("numa")
    NUMA,
    /** All cores that the job may use. */
    @JsonProperty("none")
    NONE
  }

  /**
   * One process.
   *
   * @param node its name; null: the only one that there is
   * @param gpu index in the node, or UUID
   * @param cores its CPUs; null: its share of those beside its GPU
   */
  public record ProcessSpec(String node, String gpu, String cores) {}

  public PlacementSpec {
    policy = Objects.requireNonNullElse(policy, Policy.NEAR);
    binding = Objects.requireNonNullElse(binding, Binding.CORES);
    nodes = List.copyOf(Objects.requireNonNullElse(nodes, List.of()));
    gpus = List.copyOf(Objects.requireNonNullElse(gpus, List.of()));
    processes = List.copyOf(Objects.requireNonNullElse(processes, List.of()));
  }
}
