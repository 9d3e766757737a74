package org.gpurma.runtime.engine;

import org.gpurma.runtime.delivery.Arrivals;

/** The event loop itself, where one thread does all. */
record ReceiverInLoop(Arrivals arrivals) implements Receiver {

  @Override
  public boolean work() {
    return arrivals.work();
  }

  @Override
  public boolean isOver() {
    return arrivals.areOver();
  }

  @Override
  public void close() {}
}
