package org.gpurma.runtime.failure;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Where the threads of a process agree that the job must end. The first failure is the cause; later
 * ones follow.
 */
public final class FailureBoard {

  private final Consumer<Failure> reporter;
  private final AtomicReference<Failure> first = new AtomicReference<>();
  private volatile boolean peerFailed;
  private volatile boolean stopRequested;

  /** Takes what reports the first failure; it is called on the thread that found it. */
  public FailureBoard(Consumer<Failure> reporter) {
    this.reporter = reporter;
  }

  public void report(Failure failure) {
    if (!peerFailed && first.compareAndSet(null, failure)) {
      reporter.accept(failure);
    }
  }

  /** Another process failed and has said so itself. */
  public void reportPeer() {
    if (first.get() == null) {
      peerFailed = true;
    }
  }

  /** Somebody outside asked the process to end. */
  public void requestStop() {
    stopRequested = true;
  }

  public boolean isStopRequested() {
    return stopRequested;
  }

  public boolean isEnding() {
    return peerFailed || stopRequested || first.get() != null;
  }

  public Optional<Failure> first() {
    return Optional.ofNullable(first.get());
  }
}
