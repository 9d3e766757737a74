package org.gpurma.runtime.blockmanager;

import org.gpurma.runtime.network.MessageKind;

/**
 * Barriers over all devices. Process 0 counts: once every process arrived at barrier number n it
 * tells all, and each releases its ranks.
 */
public final class WorldBarrier {

  private static final int COUNTING_PROCESS = 0;

  private final int process;
  private final ControlPage page;
  private final ControlMessages messages;
  private final int[] arrived;
  private int released;

  public WorldBarrier(int process, int processes, ControlPage page, ControlMessages messages) {
    this.process = process;
    this.page = page;
    this.messages = messages;
    this.arrived = new int[processes];
  }

  /** All ranks of this process arrived at a barrier. */
  void arrive(int epoch) {
    if (process == COUNTING_PROCESS) {
      arrived(process, epoch);
    } else {
      messages.send(COUNTING_PROCESS, MessageKind.BARRIER_ARRIVE, epoch);
    }
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
