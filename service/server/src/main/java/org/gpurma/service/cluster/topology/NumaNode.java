package org.gpurma.service.cluster.topology;

import java.util.List;

/**
 * Cores that share a memory controller.
 *
 * @param index the operating system's number
 * @param cpus by the operating system's numbers; empty for memory without cores
 */
public record NumaNode(int index, List<Integer> cpus) {
  public NumaNode {
    cpus = List.copyOf(cpus);
  }
}
