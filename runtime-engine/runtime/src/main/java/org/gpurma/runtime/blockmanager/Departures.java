package org.gpurma.runtime.blockmanager;

import org.gpurma.runtime.delivery.GetServer;
import org.gpurma.runtime.queue.Activity;
import org.gpurma.runtime.transfer.OutgoingTransfers;

/** Everything that a process does about what its ranks ask for, and what it sends. One thread's. */
public final class Departures {

  private final BlockManagers managers;
  private final OutgoingTransfers transfers;
  private final GetServer gets;
  private final Activity activity = new Activity();

  public Departures(BlockManagers managers, OutgoingTransfers transfers, GetServer gets) {
    this.managers = managers;
    this.transfers = transfers;
    this.gets = gets;
  }

  public BlockManagers managers() {
    return managers;
  }

  /** Returns whether there was anything to do. */
  public boolean work() {
    boolean worked = managers.work(activity);
    worked |= gets.work();
    if (!transfers.isEmpty()) {
      worked |= transfers.work();
    }
    activity.settle(managers.haveOpenEnds() || !transfers.isEmpty() || !gets.isIdle());
    return worked;
  }

  /** Whether anything that was taken up has not left yet. Any thread. */
  public Activity activity() {
    return activity;
  }

  /** Whether everything that was asked for has left this process, and been answered. */
  public boolean areIdle() {
    return managers.areIdle() && transfers.isEmpty() && gets.isIdle();
  }
}
