package org.gpurma.service.placement;

import java.util.List;
import java.util.Set;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.Node;

/**
 * What of the nodes a job may have, and what of it for itself.
 *
 * @param nodes by name; none: all
 * @param gpus indexes in their node, or UUIDs; none: all
 * @param cpus of each node; none: all
 * @param processes in the order of their MPI ranks; none: wherever is best
 */
public record Limits(
    Binding binding,
    Set<String> nodes,
    Set<String> gpus,
    Set<Integer> cpus,
    List<NamedProcess> processes) {
  public static final Limits NONE =
      new Limits(Binding.CORES, Set.of(), Set.of(), Set.of(), List.of());

  /** Which cores a process runs on. */
  public enum Binding {
    /** Cores of its own. */
    CORES,
    /** Those near its GPU that are nobody's own. */
    NUMA,
    /** All that are nobody's own. */
    NONE
  }

  /**
   * A process whose place is given.
   *
   * @param node empty: the only one that there is
   * @param gpu index in its node, or UUID
   * @param cpus none: as it is bound
   */
  public record NamedProcess(String node, String gpu, List<Integer> cpus) {
    public NamedProcess {
      cpus = List.copyOf(cpus);
    }

    boolean isOn(Node other) {
      return node.isEmpty() || node.equals(other.name());
    }
  }

  public Limits {
    nodes = Set.copyOf(nodes);
    gpus = Set.copyOf(gpus);
    cpus = Set.copyOf(cpus);
    processes = List.copyOf(processes);
  }

  boolean allow(Node node) {
    return nodes.isEmpty() || nodes.contains(node.name());
  }

  boolean allow(Node node, Gpu gpu) {
    return gpus.isEmpty() || gpus.stream().anyMatch(name -> isCalled(name, node, gpu));
  }

  /** Whether a GPU is the one of that index or that UUID. */
  public static boolean isCalled(String name, Node node, Gpu gpu) {
    return gpu.uuid().equals(name) || Integer.toString(node.gpus().indexOf(gpu)).equals(name);
  }
}
