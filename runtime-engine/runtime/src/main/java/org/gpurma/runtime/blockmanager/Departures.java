package org.gpurma.runtime.blockmanager;

import org.gpurma.runtime.delivery.GetServer;
import org.gpurma.runtime.network.CountedNetwork;
import org.gpurma.runtime.stall.Departed;
import org.gpurma.runtime.stall.Inquiry;
import org.gpurma.runtime.transfer.OutgoingTransfers;

/** Everything that a process does about what its ranks ask for, and what it sends. One thread's. */
public final class Departures {

  private final BlockManagers managers;
  private final OutgoingTransfers transfers;
  private final GetServer gets;
  private final CountedNetwork network;
  private final Inquiry<Departed> inquiry = new Inquiry<>(this::account);

  /** Takes the network that all of them send by. */
  public Departures(
      BlockManagers managers, OutgoingTransfers transfers, GetServer gets, CountedNetwork network) {
    this.managers = managers;
    this.transfers = transfers;
    this.gets = gets;
    this.network = network;
  }

  /** Asks from another thread how far it is; answered by {@link #work}. */
  public Inquiry<Departed> inquiry() {
    return inquiry;
  }

  public BlockManagers managers() {
    return managers;
  }

  /** Returns whether there was anything to do. */
  public boolean work() {
    boolean worked = managers.work();
    worked |= gets.work();
    if (!transfers.isEmpty()) {
      worked |= transfers.work();
    }
    inquiry.answerIfAsked();
    return worked;
  }

  /** Whether everything that was asked for has left this process, and been answered. */
  public boolean areIdle() {
    return managers.areIdle() && transfers.isEmpty() && gets.isIdle();
  }

  private Departed account() {
    return new Departed(areIdle(), network.sent(), managers.entriesDone());
  }
}
