package org.gpurma.service.placement;

import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.service.allocation.Allocation;

/**
 * One process for every GPU; the node's cores are split among them without overlap where there are
 * enough.
 */
public final class Placer {
  private Placer() {}

  public static List<ProcessPlacement> place(Allocation allocation) {
    int processes = allocation.gpus().size();
    List<Integer> cores = allocation.node().cores();
    boolean exclusive = cores.size() >= processes;
    return IntStream.range(0, processes)
        .mapToObj(
            i ->
                new ProcessPlacement(
                    i,
                    allocation.node().name(),
                    allocation.gpus().get(i),
                    exclusive ? share(cores, i, processes) : cores,
                    exclusive))
        .toList();
  }

  private static List<Integer> share(List<Integer> cores, int index, int processes) {
    return cores.subList(index * cores.size() / processes, (index + 1) * cores.size() / processes);
  }
}
