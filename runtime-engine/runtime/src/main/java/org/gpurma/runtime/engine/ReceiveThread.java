package org.gpurma.runtime.engine;

import org.gpurma.runtime.delivery.Arrivals;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.failure.FailureException;

/** A thread of its own, beside the one that executes commands. */
final class ReceiveThread implements Receiver {

  private final Arrivals arrivals;
  private final Device device;
  private final FailureBoard failures;
  private final Idle idle;
  private final Thread thread;
  private volatile boolean over;
  private volatile boolean closing;

  ReceiveThread(Arrivals arrivals, Device device, FailureBoard failures, Idle idle) {
    this.arrivals = arrivals;
    this.device = device;
    this.failures = failures;
    this.idle = idle;
    thread = Thread.ofPlatform().name("receive").daemon().start(this::run);
  }

  @Override
  public boolean work() {
    return false;
  }

  @Override
  public boolean isOver() {
    return over;
  }

  @Override
  public void close() {
    closing = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      device.enter();
      while (!closing && !arrivals.areOver()) {
        idle.after(step());
      }
    } catch (RuntimeException e) {
      e.printStackTrace();
      failures.report(new Failure.RuntimeError("the receive thread broke: " + e));
    }
    over = true;
  }

  private boolean step() {
    try {
      return arrivals.work();
    } catch (FailureException e) {
      failures.report(e.failure());
      return false;
    }
  }
}
