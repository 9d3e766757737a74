package org.gpurma.runtime.delivery;

import org.gpurma.runtime.network.MessageKind;

/**
 * Barriers over all devices. Every process tells process 0 that its ranks arrived, process 0 too;
 * once all arrived at barrier number n it tells all, and each releases its ranks. The receive
 * thread's.
 */
public final class WorldBarrier {

  public static final int COUNTING_PROCESS = 0;

  private final ControlPage page;
  private final ControlMessages messages;
  private final int[] arrived;
  private int released;

  public WorldBarrier(int processes, ControlPage page, ControlMessages messages) {
    this.page = page;
    this.messages = messages;
    this.arrived = new int[processes];
  }

  /** On process 0: a process arrived. */
  void arrived(int who, int epoch) {
    arrived[who] = epoch;
    for (int other : arrived) {
      if (other - (released + 1) < 0) {
        return;
      }
    }
    released++;
    messages.broadcast(MessageKind.BARRIER_RELEASE, released);
    page.releaseBarrier(released);
  }

  /** Elsewhere: process 0 counted all. */
  void release(int epoch) {
    page.releaseBarrier(epoch);
  }
}
