package org.gpurma.service.cluster.topology;

import java.util.List;

/**
 * What {@code nvidia-smi topo -m} tells: how GPUs and NICs of a node are connected, and which CPUs
 * are near each GPU.
 *
 * @param gpus how many there are; in the tool's order
 * @param nics their device names, e.g. {@code mlx5_0}
 * @param links a row and a column for each device, GPUs first, then NICs
 * @param affinities one a GPU
 */
public record TopologyMatrix(
    int gpus, List<String> nics, List<List<Link>> links, List<Affinity> affinities) {
  public static final String SOURCE = "nvidia-smi topo -m";

  public TopologyMatrix {
    nics = List.copyOf(nics);
    links = links.stream().map(List::copyOf).toList();
    affinities = List.copyOf(affinities);
  }

  /**
   * @param cpus near the GPU; empty where the driver does not say
   * @param numaNodes near the GPU; empty where it does not say
   */
  public record Affinity(List<Integer> cpus, List<Integer> numaNodes) {
    public static final Affinity UNKNOWN = new Affinity(List.of(), List.of());

    public Affinity {
      cpus = List.copyOf(cpus);
      numaNodes = List.copyOf(numaNodes);
    }
  }

  /**
   * @throws UnreadableTopologyException where the text is not such a matrix
   */
  public static TopologyMatrix parse(String text) {
    return new TopologyMatrixReader(new TableText(text)).read();
  }

  public Link gpuToGpu(int gpu, int other) {
    return links.get(gpu).get(other);
  }

  public Link gpuToNic(int gpu, int nic) {
    return links.get(gpu).get(gpus + nic);
  }
}
