package org.gpurma.runtime.engine;

import java.util.concurrent.locks.LockSupport;

/**
 * What a polling loop does when it found nothing: spin, then let others run. With cores of its own
 * it spins for about a millisecond: to yield costs a third of a microsecond (sched_yield). Where
 * the ranks are threads of the same cores it sleeps after a while.
 */
final class Idle {

  private static final int SPINS_ON_SHARED_CORES = 16;
  private static final int SPINS = 10_000;

  /** Of a process: those that poll, and one for all others. */
  private static final int CORES_TO_SPIN_ON = 3;

  private static final int YIELDS = 2000;
  private static final long PARK_NANOS = 50_000;

  private final boolean maySleep;
  private final int spins;
  private int idleCycles;

  /** Takes whether the ranks run on the cores of the host. */
  Idle(boolean coresAreShared) {
    maySleep = coresAreShared;
    boolean few = Runtime.getRuntime().availableProcessors() < CORES_TO_SPIN_ON;
    spins = coresAreShared || few ? SPINS_ON_SHARED_CORES : SPINS;
  }

  void after(boolean worked) {
    if (worked) {
      idleCycles = 0;
    } else {
      rest();
    }
  }

  /** Whether the last rest was long, compared with a cycle. */
  boolean wasLong() {
    return idleCycles >= spins;
  }

  // Yielding is the point: with more threads than cores a spinning loop keeps from running what it
  // waits for.
  @SuppressWarnings("ThreadPriorityCheck")
  private void rest() {
    idleCycles = Math.min(idleCycles + 1, spins + YIELDS);
    if (idleCycles < spins) {
      Thread.onSpinWait();
    } else if (!maySleep || idleCycles < spins + YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(PARK_NANOS);
    }
  }
}
