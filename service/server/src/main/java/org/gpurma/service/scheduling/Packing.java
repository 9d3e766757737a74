package org.gpurma.service.scheduling;

import java.util.ArrayList;
import java.util.List;

/** Finds nodes for a shape: all of its GPUs, of one class, or none. */
final class Packing {
  private final Inventory inventory;
  private final Shape shape;
  private final long classes;

  Packing(Inventory inventory, Shape shape) {
    this.inventory = shape.onlyOn().isEmpty() ? inventory : inventory.only(shape.onlyOn());
    this.shape = shape;
    this.classes = inventory.matching(shape.wish());
  }

  Shape shape() {
    return shape;
  }

  /** Whether it fits once every job has ended. */
  boolean fitsAtAll() {
    return firstClass(this::classHolds) >= 0;
  }

  boolean fits(Offer offer) {
    return firstClass(gpuClass -> fits(offer, gpuClass)) >= 0;
  }

  /** Empty where it does not fit. Nodes that are used already are filled up first. */
  List<Share> choose(Offer offer) {
    int gpuClass = firstClass(candidate -> fits(offer, candidate));
    if (gpuClass < 0) {
      return List.of();
    }
    Buckets buckets = buckets(offer);
    return shape.nodes() > 0 ? evenly(buckets, gpuClass) : packed(buckets, gpuClass);
  }

  /**
   * The nodes that come nearest to it: as many GPUs as can be had now, none more than it asks for.
   */
  List<Share> nearest(Offer offer) {
    List<Share> best = List.of();
    for (int gpuClass = 0; gpuClass < inventory.classes(); gpuClass++) {
      if (isAllowed(gpuClass)) {
        List<Share> here = nearest(offer, gpuClass);
        best = gpus(here) > gpus(best) ? here : best;
      }
    }
    return best;
  }

  /** Most GPUs it can cost its project. */
  int charge() {
    if (!shape.exclusive()) {
      return shape.gpus();
    }
    int most = shape.gpus();
    for (int gpuClass = 0; gpuClass < inventory.classes(); gpuClass++) {
      if (isAllowed(gpuClass)) {
        most = Math.max(most, nodesAllowed(gpuClass) * inventory.largestNode(gpuClass));
      }
    }
    return most;
  }

  /** Usable GPUs of all classes that will do. */
  int usableGpus() {
    int sum = 0;
    for (int gpuClass = 0; gpuClass < inventory.classes(); gpuClass++) {
      sum += isAllowed(gpuClass) ? inventory.usableOfClass(gpuClass) : 0;
    }
    return sum;
  }

  boolean isAllowed(int gpuClass) {
    return (classes >> gpuClass & 1) == 1;
  }

  boolean mayUse(int node) {
    return isAllowed(inventory.classOf(node))
        && (shape.onlyOn().isEmpty() || shape.onlyOn().containsKey(inventory.node(node).name()));
  }

  /** How many nodes it takes at the most; 0 where the class cannot hold it at all. */
  int nodesAllowed(int gpuClass) {
    if (shape.nodes() > 0) {
      return shape.nodes();
    }
    int left = shape.gpus();
    int nodes = 0;
    for (int usable = inventory.mostOnOneNode(); usable > 0 && left > 0; usable--) {
      int needed = Math.ceilDiv(left, usable);
      int taken = Math.min(needed, inventory.nodesWith(gpuClass, usable));
      nodes += taken;
      left -= taken * usable;
    }
    return left > 0 ? 0 : nodes;
  }

  /** On how many nodes it must lie: the least of all classes that can hold it. */
  int fewestNodes() {
    int fewest = 0;
    for (int gpuClass = 0; gpuClass < inventory.classes(); gpuClass++) {
      int nodes = isAllowed(gpuClass) ? nodesAllowed(gpuClass) : 0;
      fewest = nodes > 0 && (fewest == 0 || nodes < fewest) ? nodes : fewest;
    }
    return fewest;
  }

  private interface ClassTest {
    boolean holds(int gpuClass);
  }

  private int firstClass(ClassTest test) {
    for (int gpuClass = 0; gpuClass < inventory.classes(); gpuClass++) {
      if (isAllowed(gpuClass) && test.holds(gpuClass)) {
        return gpuClass;
      }
    }
    return -1;
  }

  private boolean classHolds(int gpuClass) {
    if (shape.nodes() == 0) {
      return nodesAllowed(gpuClass) > 0;
    }
    int enough = 0;
    for (int usable = perNode(); usable <= inventory.mostOnOneNode(); usable++) {
      enough += inventory.nodesWith(gpuClass, usable);
    }
    return enough >= shape.nodes();
  }

  private boolean fits(Offer offer, int gpuClass) {
    Buckets buckets = buckets(offer);
    if (shape.nodes() > 0) {
      int enough = 0;
      for (int level = buckets.levels(); level >= perNode(); level--) {
        enough += buckets.count(gpuClass, level);
      }
      return enough >= shape.nodes();
    }
    int nodes = nodesAllowed(gpuClass);
    int left = shape.gpus();
    for (int level = buckets.levels(); level > 0 && nodes > 0 && left > 0; level--) {
      int taken = Math.min(nodes, buckets.count(gpuClass, level));
      nodes -= taken;
      left -= taken * level;
    }
    return left <= 0;
  }

  private Buckets buckets(Offer offer) {
    Buckets all = offer.buckets(shape.exclusive());
    return shape.onlyOn().isEmpty() ? all : all.within(inventory);
  }

  private int perNode() {
    return shape.gpus() / shape.nodes();
  }

  /** From the nodes that offer the least, but enough. */
  private List<Share> evenly(Buckets buckets, int gpuClass) {
    List<Share> shares = new ArrayList<>(shape.nodes());
    for (int level = perNode(); level <= buckets.levels(); level++) {
      int node = buckets.next(gpuClass, level, 0);
      while (node >= 0 && shares.size() < shape.nodes()) {
        shares.add(share(node, perNode()));
        node = buckets.next(gpuClass, level, node + 1);
      }
    }
    return shares;
  }

  /** Takes the largest offers, and for what is left the smallest that is enough. */
  private List<Share> packed(Buckets buckets, int gpuClass) {
    List<Share> shares = new ArrayList<>();
    int left = shape.gpus();
    int level = buckets.levels();
    int node = -1;
    while (left > 0) {
      node = buckets.next(gpuClass, level, node + 1);
      if (node < 0) {
        level--;
      } else if (left <= level) {
        shares.add(share(smallestEnough(buckets, gpuClass, left, shares), left));
        left = 0;
      } else {
        shares.add(share(node, level));
        left -= level;
      }
    }
    return shares;
  }

  private static int smallestEnough(
      Buckets buckets, int gpuClass, int gpus, List<Share> alreadyTaken) {
    for (int level = gpus; ; level++) {
      int node = buckets.next(gpuClass, level, 0);
      while (node >= 0 && isAmong(alreadyTaken, node)) {
        node = buckets.next(gpuClass, level, node + 1);
      }
      if (node >= 0) {
        return node;
      }
    }
  }

  private static boolean isAmong(List<Share> shares, int node) {
    for (Share share : shares) {
      if (share.node() == node) {
        return true;
      }
    }
    return false;
  }

  private Share share(int node, int gpus) {
    return new Share(node, gpus, shape.exclusive() ? inventory.node(node).gpus() : gpus);
  }

  private List<Share> nearest(Offer offer, int gpuClass) {
    Buckets buckets = buckets(offer);
    int nodes = Math.max(1, nodesAllowed(gpuClass));
    int most = shape.nodes() > 0 ? perNode() : shape.gpus();
    List<Share> shares = new ArrayList<>();
    int left = shape.gpus();
    for (int level = buckets.levels(); level > 0 && left > 0; level--) {
      int node = buckets.next(gpuClass, level, 0);
      while (node >= 0 && shares.size() < nodes && left > 0) {
        int taken = Math.min(left, Math.min(level, most));
        shares.add(share(node, taken));
        left -= taken;
        node = buckets.next(gpuClass, level, node + 1);
      }
    }
    return shares;
  }

  static int gpus(List<Share> shares) {
    int sum = 0;
    for (Share share : shares) {
      sum += share.gpus();
    }
    return sum;
  }
}
