package org.gpurma.service.cluster;

import java.util.List;

/**
 * One machine.
 *
 * @param cores CPUs that runtime processes may use, by the operating system's numbers
 */
public record Node(String name, List<Gpu> gpus, List<Integer> cores) {
  public Node {
    gpus = List.copyOf(gpus);
    cores = List.copyOf(cores);
  }
}
