package org.gpurma.service.scheduling;

/** How many GPUs each node offers at some time, and which nodes nobody uses. Mutable. */
final class Offer {
  private final Inventory inventory;
  private final int[] level;
  private final boolean[] idle;
  private final Buckets all;
  private final Buckets whole;
  private int total;

  private Offer(
      Inventory inventory, int[] level, boolean[] idle, Buckets all, Buckets whole, int total) {
    this.inventory = inventory;
    this.level = level;
    this.idle = idle;
    this.all = all;
    this.whole = whole;
    this.total = total;
  }

  static Offer nothing(Inventory inventory) {
    return new Offer(
        inventory,
        new int[inventory.size()],
        new boolean[inventory.size()],
        Buckets.empty(inventory),
        Buckets.empty(inventory),
        0);
  }

  Offer copy() {
    return new Offer(inventory, level.clone(), idle.clone(), all.copy(), whole.copy(), total);
  }

  /**
   * @param isIdle whether the node can be had as a whole
   */
  void set(int node, int gpus, boolean isIdle) {
    int gpuClass = inventory.classOf(node);
    int before = level[node];
    if (before == gpus && idle[node] == isIdle) {
      return;
    }
    all.move(node, gpuClass, before, gpus);
    whole.move(node, gpuClass, idle[node] ? before : 0, isIdle ? gpus : 0);
    total += gpus - before;
    level[node] = gpus;
    idle[node] = isIdle;
  }

  Inventory inventory() {
    return inventory;
  }

  int of(int node) {
    return level[node];
  }

  /** GPUs of all nodes together. */
  int total() {
    return total;
  }

  Buckets buckets(boolean exclusive) {
    return exclusive ? whole : all;
  }
}
