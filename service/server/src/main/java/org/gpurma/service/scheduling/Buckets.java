package org.gpurma.service.scheduling;

import java.util.BitSet;

/**
 * Nodes of each class by how many GPUs they offer, so that a fit is found without a look at every
 * node. Of those that offer the same, the one with the lowest index is taken first.
 */
final class Buckets {
  private final BitSet[][] nodes;
  private final int[][] counts;

  private Buckets(BitSet[][] nodes, int[][] counts) {
    this.nodes = nodes;
    this.counts = counts;
  }

  static Buckets empty(Inventory inventory) {
    int levels = inventory.mostOnOneNode() + 1;
    var nodes = new BitSet[inventory.classes()][levels];
    for (BitSet[] ofClass : nodes) {
      for (int level = 1; level < levels; level++) {
        ofClass[level] = new BitSet(inventory.size());
      }
    }
    return new Buckets(nodes, new int[inventory.classes()][levels]);
  }

  Buckets copy() {
    var copies = new BitSet[nodes.length][];
    var copiedCounts = new int[counts.length][];
    for (int i = 0; i < nodes.length; i++) {
      copies[i] = new BitSet[nodes[i].length];
      for (int level = 1; level < nodes[i].length; level++) {
        copies[i][level] = (BitSet) nodes[i][level].clone();
      }
      copiedCounts[i] = counts[i].clone();
    }
    return new Buckets(copies, copiedCounts);
  }

  /** What these nodes offer, none more than is usable of it there. */
  Buckets within(Inventory limits) {
    Buckets within = empty(limits);
    for (int gpuClass = 0; gpuClass < nodes.length; gpuClass++) {
      for (int level = 1; level < nodes[gpuClass].length; level++) {
        int node = next(gpuClass, level, 0);
        while (node >= 0) {
          within.move(node, gpuClass, 0, Math.min(level, limits.usable(node)));
          node = next(gpuClass, level, node + 1);
        }
      }
    }
    return within;
  }

  /** A level of 0 is no bucket: such a node offers nothing. */
  void move(int node, int gpuClass, int from, int to) {
    if (from > 0) {
      nodes[gpuClass][from].clear(node);
      counts[gpuClass][from]--;
    }
    if (to > 0) {
      nodes[gpuClass][to].set(node);
      counts[gpuClass][to]++;
    }
  }

  int levels() {
    return counts.length == 0 ? 0 : counts[0].length - 1;
  }

  int count(int gpuClass, int level) {
    return counts[gpuClass][level];
  }

  /** The first node of a bucket at or after an index, or -1. */
  int next(int gpuClass, int level, int from) {
    return nodes[gpuClass][level].nextSetBit(from);
  }
}
