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
}
