package org.gpurma.service.scheduling;

/**
 * Decides which waiting jobs start now, and on which nodes. A pure function: no clock, no thread,
 * no store.
 */
public final class Scheduler {
  private Scheduler() {}

  public static Decisions decide(Snapshot snapshot, Policy policy) {
    return new Pass(snapshot, policy, false).run();
  }

  /** Whether a shape fits once every job has ended. */
  public static boolean canEverFit(Inventory inventory, Shape shape) {
    return new Packing(inventory, shape).fitsAtAll();
  }

  /** Most GPUs that a job of that shape counts as against the quota of its project. */
  public static int charge(Inventory inventory, Shape shape) {
    return new Packing(inventory, shape).charge();
  }
}
