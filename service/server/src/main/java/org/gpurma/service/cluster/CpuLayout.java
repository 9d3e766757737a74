package org.gpurma.service.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.gpurma.service.cluster.topology.NumaNode;

/**
 * The CPUs of a node that runtime processes may use.
 *
 * @param cores the hardware threads of each core, by the operating system's numbers; cores in the
 *     order of their first thread
 * @param numaNodes those that have such cores
 */
public record CpuLayout(List<List<Integer>> cores, List<NumaNode> numaNodes) {
  public CpuLayout {
    cores = cores.stream().map(List::copyOf).toList();
    numaNodes = List.copyOf(numaNodes);
  }

  /** CPUs that are a core each, of one NUMA node. */
  public static CpuLayout of(List<Integer> cpus) {
    return new CpuLayout(
        cpus.stream().sorted().map(List::of).toList(), List.of(new NumaNode(0, cpus)));
  }

  /**
   * @param allowed CPUs that processes may use, of all that there are
   * @param cores the hardware threads of each core; a CPU that is in none is a core of its own
   * @param numaNodes two may have the same CPUs, or one some of the other's: fast memory beside the
   *     usual one, or memory that is near to all
   * @throws IllegalArgumentException where a CPU is in two cores, or NUMA nodes overlap in part or
   *     have the same number
   */
  public static CpuLayout of(
      List<Integer> allowed, List<List<Integer>> cores, List<NumaNode> numaNodes) {
    requireDistinct(cores);
    requireNested(numaNodes);
    Set<Integer> left = new HashSet<>(allowed);
    List<List<Integer>> usable =
        cores.stream()
            .map(core -> core.stream().distinct().filter(left::remove).sorted().toList())
            .filter(core -> !core.isEmpty())
            .collect(Collectors.toCollection(ArrayList::new));
    List.copyOf(left).forEach(cpu -> usable.add(List.of(cpu)));
    usable.sort(Comparator.comparing(List::getFirst));
    List<NumaNode> near =
        numaNodes.stream()
            .map(node -> new NumaNode(node.index(), common(node.cpus(), allowed)))
            .filter(node -> !node.cpus().isEmpty())
            .toList();
    return new CpuLayout(usable, near.isEmpty() ? List.of(new NumaNode(0, allowed)) : near);
  }

  private static void requireDistinct(List<List<Integer>> cores) {
    Set<Integer> seen = new HashSet<>();
    for (List<Integer> core : cores) {
      for (int cpu : Set.copyOf(core)) {
        if (!seen.add(cpu)) {
          throw new IllegalArgumentException("CPU %d in more than one core".formatted(cpu));
        }
      }
    }
  }

  private static void requireNested(List<NumaNode> numaNodes) {
    if (numaNodes.stream().map(NumaNode::index).distinct().count() < numaNodes.size()) {
      throw new IllegalArgumentException("two NUMA nodes of the same number");
    }
    for (NumaNode node : numaNodes) {
      for (NumaNode other : numaNodes) {
        int common = common(node.cpus(), other.cpus()).size();
        if (common > 0 && common < Math.min(node.cpus().size(), other.cpus().size())) {
          throw new IllegalArgumentException(
              "NUMA nodes %d and %d overlap in part".formatted(node.index(), other.index()));
        }
      }
    }
  }

  private static List<Integer> common(List<Integer> cpus, Collection<Integer> others) {
    Set<Integer> wanted = new HashSet<>(others);
    return cpus.stream().filter(wanted::contains).toList();
  }

  public List<Integer> all() {
    return cores.stream().flatMap(List::stream).sorted().toList();
  }
}
