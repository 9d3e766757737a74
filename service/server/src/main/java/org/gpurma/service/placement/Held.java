package org.gpurma.service.placement;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What other jobs hold.
 *
 * @param gpus UUIDs
 * @param cpus by node; those that processes have for themselves
 * @param nics by node: one entry a process that uses it
 */
public record Held(
    Set<String> gpus, Map<String, Set<Integer>> cpus, Map<String, List<String>> nics) {
  public static final Held NOTHING = new Held(Set.of(), Map.of(), Map.of());

  public Held {
    gpus = Set.copyOf(gpus);
    cpus = Map.copyOf(cpus);
    nics = Map.copyOf(nics);
  }

  Set<Integer> cpusOf(String node) {
    return cpus.getOrDefault(node, Set.of());
  }

  List<String> nicsOf(String node) {
    return nics.getOrDefault(node, List.of());
  }
}
