package org.gpurma.service.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The nodes, by index. Nodes whose GPUs have the same model and memory form a class; a job gets
 * GPUs of one class. Immutable.
 */
public final class Inventory {
  /** As many classes as a mask has bits. */
  private static final int MAX_CLASSES = 64;

  /**
   * A node with GPUs of one kind.
   *
   * @param memoryMiB of each GPU
   * @param unusable GPUs that get no more jobs: drained, or out of order
   */
  public record Node(String name, String model, long memoryMiB, int gpus, int unusable) {
    public Node {
      if (gpus < 0 || unusable < 0 || unusable > gpus) {
        throw new IllegalArgumentException(name + ": " + unusable + " of " + gpus + " GPUs");
      }
    }

    public Node unusable(int now) {
      return new Node(name, model, memoryMiB, gpus, now);
    }
  }

  private record GpuClass(String model, long memoryMiB) {
    static GpuClass of(Node node) {
      return new GpuClass(node.model(), node.memoryMiB());
    }
  }

  private final List<Node> nodes;
  private final List<GpuClass> classes;
  private final int[] classOf;
  private final int[] usable;
  private final int[][] nodesWith;
  private final int[] usableOf;
  private final int[] largestOf;

  private Inventory(List<Node> nodes) {
    this.nodes = nodes;
    this.classes =
        nodes.stream()
            .map(GpuClass::of)
            .distinct()
            // Jobs that any GPU will do for take the smaller ones first.
            .sorted(Comparator.comparing(GpuClass::memoryMiB).thenComparing(GpuClass::model))
            .toList();
    if (classes.size() > MAX_CLASSES) {
      throw new IllegalArgumentException("more than " + MAX_CLASSES + " kinds of GPU");
    }
    int most = nodes.stream().mapToInt(Node::gpus).max().orElse(0);
    this.classOf = new int[nodes.size()];
    this.usable = new int[nodes.size()];
    this.nodesWith = new int[classes.size()][most + 1];
    this.usableOf = new int[classes.size()];
    this.largestOf = new int[classes.size()];
    for (int i = 0; i < classOf.length; i++) {
      classOf[i] = classes.indexOf(GpuClass.of(nodes.get(i)));
      usable[i] = nodes.get(i).gpus() - nodes.get(i).unusable();
      nodesWith[classOf[i]][usable[i]]++;
      usableOf[classOf[i]] += usable[i];
      largestOf[classOf[i]] = Math.max(largestOf[classOf[i]], nodes.get(i).gpus());
    }
  }

  public static Inventory of(List<Node> nodes) {
    return new Inventory(List.copyOf(nodes));
  }

  /** The same nodes, one of them with more or fewer usable GPUs. */
  public Inventory with(int node, int unusable) {
    var changed = new ArrayList<>(nodes);
    changed.set(node, nodes.get(node).unusable(unusable));
    return new Inventory(List.copyOf(changed));
  }

  /** The same nodes, of which some have at most so many usable GPUs and all others none. */
  Inventory only(Map<String, Integer> most) {
    return of(
        nodes.stream()
            .map(
                node -> {
                  int usable = node.gpus() - node.unusable();
                  int left = Math.min(usable, most.getOrDefault(node.name(), 0));
                  return node.unusable(node.gpus() - left);
                })
            .toList());
  }

  public List<Node> nodes() {
    return nodes;
  }

  public Node node(int index) {
    return nodes.get(index);
  }

  public int usableGpus() {
    int sum = 0;
    for (int gpus : usableOf) {
      sum += gpus;
    }
    return sum;
  }

  int size() {
    return usable.length;
  }

  int usable(int node) {
    return usable[node];
  }

  int classOf(int node) {
    return classOf[node];
  }

  int classes() {
    return classes.size();
  }

  int usableOfClass(int gpuClass) {
    return usableOf[gpuClass];
  }

  /** GPUs of the largest node of a class, those out of service included. */
  int largestNode(int gpuClass) {
    return largestOf[gpuClass];
  }

  int mostOnOneNode() {
    return nodesWith.length == 0 ? 0 : nodesWith[0].length - 1;
  }

  /** A bit for every class that meets the wish. */
  long matching(GpuWish wish) {
    long mask = 0;
    for (int i = 0; i < classes.size(); i++) {
      if (wish.isMetBy(classes.get(i).model(), classes.get(i).memoryMiB())) {
        mask |= 1L << i;
      }
    }
    return mask;
  }

  /** Nodes of a class that have exactly so many usable GPUs. */
  int nodesWith(int gpuClass, int usableGpus) {
    return nodesWith[gpuClass][usableGpus];
  }
}
