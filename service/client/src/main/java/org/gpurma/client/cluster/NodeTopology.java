package org.gpurma.client.cluster;

import java.util.List;
import java.util.Optional;

/**
 * How the devices of a node are connected: each connection once. Of a node that never answered the
 * lists are empty.
 */
public record NodeTopology(
    String name,
    String condition,
    List<NumaNode> numaNodes,
    List<GpuPlace> gpus,
    List<Nic> nics,
    List<GpuLink> gpuLinks,
    List<NicLink> nicLinks,
    List<Island> islands) {

  public NodeTopology {
    numaNodes = copy(numaNodes);
    gpus = copy(gpus);
    nics = copy(nics);
    gpuLinks = copy(gpuLinks);
    nicLinks = copy(nicLinks);
    islands = copy(islands);
  }

  private static <T> List<T> copy(List<T> list) {
    return list == null ? List.of() : List.copyOf(list);
  }

  /**
   * @param cpus as in {@code 0-3,8}
   */
  public record NumaNode(int index, String cpus, int cores) {}

  /**
   * @param numaNode null where it is not known
   * @param heldBy id of the job that has it; null where none has
   */
  public record GpuPlace(
      int index,
      String uuid,
      String name,
      Integer numaNode,
      String nearCpus,
      List<String> nearestNics,
      String heldBy) {}

  public record Nic(String name, String kind, String state, String rate, Integer numaNode) {}

  /**
   * @param word as {@code nvidia-smi topo -m} writes it
   * @param peer whether each reads the other's memory
   */
  public record GpuLink(int from, int to, String kind, String word, int lanes, boolean peer) {}

  public record NicLink(int gpu, String nic, String kind, String word) {}

  public record Island(String kind, List<Integer> gpus) {}

  /** In either direction. */
  public Optional<GpuLink> link(int gpu, int other) {
    return gpuLinks.stream()
        .filter(link -> link.from() == Math.min(gpu, other) && link.to() == Math.max(gpu, other))
        .findFirst();
  }

  public Optional<NicLink> nicLink(int gpu, String nic) {
    return nicLinks.stream()
        .filter(link -> link.gpu() == gpu && link.nic().equals(nic))
        .findFirst();
  }
}
