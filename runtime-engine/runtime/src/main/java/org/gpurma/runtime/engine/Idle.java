package org.gpurma.runtime.engine;

import java.util.concurrent.locks.LockSupport;

/**
 * What a polling loop does when it found nothing: spin a little, then let others run. Where the
 * ranks are threads of the same cores it sleeps after a while.
 */
final class Idle {

  private static final int SPINS = 16;
  private static final int YIELDS = 2000;
  private static final long PARK_NANOS = 50_000;

  private final boolean maySleep;
  private int idleCycles;

  Idle(boolean maySleep) {
    this.maySleep = maySleep;
  }

  // Yielding is the point: with more threads than cores a spinning loop keeps from running what it
  // waits for.
  @SuppressWarnings("ThreadPriorityCheck")
  void after(boolean worked) {
    if (worked) {
      idleCycles = 0;
      return;
    }
    idleCycles = Math.min(idleCycles + 1, YIELDS);
    if (idleCycles < SPINS) {
      Thread.onSpinWait();
    } else if (!maySleep || idleCycles < YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(PARK_NANOS);
    }
  }
}
