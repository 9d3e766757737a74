package org.gpurma.runtime.engine;

import java.time.Duration;

/** How long the parts of an ending job may take, from the moment that it began to end. */
final class Deadlines {

  private static final Duration KERNEL = Duration.ofSeconds(1);
  private static final Duration PEERS = Duration.ofSeconds(3);

  /** A process that was told to stop is killed within a second. */
  private static final Duration WHEN_STOPPED = Duration.ofMillis(300);

  private final long kernel;
  private final long peers;

  Deadlines(boolean stopped) {
    long now = System.nanoTime();
    kernel = now + (stopped ? WHEN_STOPPED : KERNEL).toNanos();
    peers = now + (stopped ? WHEN_STOPPED : PEERS).toNanos();
  }

  /** Whether the kernel is not waited for any longer. */
  boolean kernelIsOver() {
    return System.nanoTime() - kernel > 0;
  }

  /** Whether other processes are not waited for any longer. */
  boolean peersAreOver() {
    return System.nanoTime() - peers > 0;
  }
}
