package org.gpurma.service.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
   * @throws IllegalArgumentException where a CPU is in two cores or NUMA nodes, or a number stands
   *     for two of these
   */
  public static CpuLayout of(
      List<Integer> allowed, List<List<Integer>> cores, List<NumaNode> numaNodes) {
    requireDistinct("core", cores.stream().flatMap(core -> core.stream().distinct()));
    requireDistinct(
        "NUMA node", numaNodes.stream().flatMap(node -> node.cpus().stream().distinct()));
    if (numaNodes.stream().map(NumaNode::index).distinct().count() < numaNodes.size()) {
      throw new IllegalArgumentException("two NUMA nodes of the same number");
    }
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

  private static void requireDistinct(String what, Stream<Integer> cpus) {
    Set<Integer> seen = new HashSet<>();
    cpus.filter(cpu -> !seen.add(cpu))
        .findFirst()
        .ifPresent(
            cpu -> {
              throw new IllegalArgumentException("CPU %d in more than one %s".formatted(cpu, what));
            });
  }

  private static List<Integer> common(List<Integer> cpus, Collection<Integer> others) {
    Set<Integer> wanted = new HashSet<>(others);
    return cpus.stream().filter(wanted::contains).toList();
  }

  public List<Integer> all() {
    return cores.stream().flatMap(List::stream).sorted().toList();
  }
}
