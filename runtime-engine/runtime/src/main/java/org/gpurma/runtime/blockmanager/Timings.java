package org.gpurma.runtime.blockmanager;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** What the CPU timer measured, in ms, in order. */
public final class Timings {

  private static final double NANOS_PER_MILLI = 1e6;

  private final LongSupplier clock;
  private final List<Double> millis = new ArrayList<>();
  private long started;
  private boolean running;

  /** Takes a clock in ns. */
  public Timings(LongSupplier clock) {
    this.clock = clock;
  }

  void start() {
    started = clock.getAsLong();
    running = true;
  }

  /** Returns false when the timer was not running. */
  boolean stop() {
    if (!running) {
      return false;
    }
    running = false;
    millis.add((clock.getAsLong() - started) / NANOS_PER_MILLI);
    return true;
  }

  public List<Double> millis() {
    return List.copyOf(millis);
  }
}
