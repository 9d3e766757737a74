package org.gpurma.service.cluster;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.topology.Link;

/**
 * How the GPUs of a node are connected, by their index in the node.
 *
 * @param links a row and a column for each GPU
 * @param peers whether a GPU reads the other's memory
 * @param nics names of the devices for remote memory access, e.g. {@code mlx5_0}
 * @param nicLinks a row for each GPU, a column for each NIC
 * @param nearCpus one list a GPU; empty where nothing is known
 */
public record NodeTopology(
    List<List<Link>> links,
    List<List<Boolean>> peers,
    List<String> nics,
    List<List<Link>> nicLinks,
    List<List<Integer>> nearCpus) {
  public NodeTopology {
    links = links.stream().map(List::copyOf).toList();
    peers = peers.stream().map(List::copyOf).toList();
    nics = List.copyOf(nics);
    nicLinks = nicLinks.stream().map(List::copyOf).toList();
    nearCpus = nearCpus.stream().map(List::copyOf).toList();
  }

  /** GPUs that are all alike to each other, as emulated ones are, and no NIC. */
  public static NodeTopology flat(int gpus) {
    return new NodeTopology(
        square(gpus, (gpu, other) -> Link.of(gpu == other ? Link.Kind.SELF : Link.Kind.NODE)),
        square(gpus, (_, _) -> true),
        List.of(),
        Collections.nCopies(gpus, List.of()),
        Collections.nCopies(gpus, List.of()));
  }

  /** The value of a cell of a matrix. */
  @FunctionalInterface
  interface Cell<T> {
    T at(int row, int column);
  }

  static <T> List<List<T>> square(int size, Cell<T> cell) {
    return matrix(size, size, cell);
  }

  static <T> List<List<T>> matrix(int rows, int columns, Cell<T> cell) {
    return IntStream.range(0, rows)
        .mapToObj(
            row -> IntStream.range(0, columns).mapToObj(column -> cell.at(row, column)).toList())
        .toList();
  }

  public Link link(int gpu, int other) {
    return links.get(gpu).get(other);
  }

  public boolean peer(int gpu, int other) {
    return peers.get(gpu).get(other);
  }

  public Link nicLink(int gpu, int nic) {
    return nicLinks.get(gpu).get(nic);
  }

  /** All GPUs that are reached from one in steps of at most this length, itself included. */
  public BitSet reached(int start, Link.Kind radius) {
    var reached = new BitSet();
    List<Integer> toVisit = new ArrayList<>(List.of(start));
    while (!toVisit.isEmpty()) {
      int gpu = toVisit.removeLast();
      if (!reached.get(gpu)) {
        reached.set(gpu);
        for (int other = 0; other < links.size(); other++) {
          if (link(gpu, other).within(radius)) {
            toVisit.add(other);
          }
        }
      }
    }
    return reached;
  }

  /** GPUs that belong together within a radius; groups of one are left out. */
  public Set<BitSet> islands(Link.Kind radius) {
    Set<BitSet> islands = new LinkedHashSet<>();
    for (int gpu = 0; gpu < links.size(); gpu++) {
      islands.add(reached(gpu, radius));
    }
    islands.removeIf(island -> island.cardinality() < 2);
    return islands;
  }
}
