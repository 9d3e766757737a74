package org.gpurma.service.cluster;

import java.util.List;

/**
 * One machine.
 *
 * @param name what it calls itself
 * @param cpus those that runtime processes may use
 * @param topology of the GPUs, in their order
 */
public record Node(
    String name, Reach reach, List<Gpu> gpus, CpuLayout cpus, NodeTopology topology) {
  public Node {
    gpus = List.copyOf(gpus);
  }

  /** This machine, of whose inside nothing is known. */
  public Node(String name, List<Gpu> gpus, List<Integer> cores) {
    this(name, Reach.LOCAL, gpus, CpuLayout.of(cores), NodeTopology.flat(gpus.size()));
  }

  /** CPUs by the operating system's numbers. */
  public List<Integer> cores() {
    return cpus.all();
  }
}
