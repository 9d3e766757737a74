package org.gpurma.runtime.ranklog;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.gpurma.wire.LogQueues;

/** What goes through the log queues of a process, and how full they become. Thread-safe. */
public final class LogPressure {

  private final AtomicInteger highWater = new AtomicInteger();
  private final LongAdder entries = new LongAdder();
  private final LongAdder fullNanos = new LongAdder();
  private final int capacity;

  /** Takes the slots of a queue. */
  public LogPressure(int capacity) {
    this.capacity = capacity;
  }

  void took(int more) {
    entries.add(more);
  }

  void reached(int most) {
    highWater.accumulateAndGet(most, Math::max);
  }

  void wasFull(long nanos) {
    fullNanos.add(nanos);
  }

  public void addTo(LogQueues.Builder queues) {
    queues
        .setEntries(entries.sum())
        .setHighWater(highWater.get())
        .setCapacity(capacity)
        .setFullNs(fullNanos.sum());
  }
}
