package org.gpurma.runtime.ranklog;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.gpurma.wire.LogQueues;

/** How full the log queues of a process become. Thread-safe. */
public final class LogPressure {

  private final AtomicInteger highWater = new AtomicInteger();
  private final LongAdder fullNanos = new LongAdder();
  private final int capacity;

  /** Takes the slots of a queue. */
  public LogPressure(int capacity) {
    this.capacity = capacity;
  }

  void reached(int entries) {
    highWater.accumulateAndGet(entries, Math::max);
  }

  void wasFull(long nanos) {
    fullNanos.add(nanos);
  }

  public void addTo(LogQueues.Builder queues) {
    queues.setHighWater(highWater.get()).setCapacity(capacity).setFullNs(fullNanos.sum());
  }
}
