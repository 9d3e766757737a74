package org.gpurma.runtime.sampling;

import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.stall.Wait;
import org.gpurma.runtime.stall.WaitRecord;

/**
 * Adds the wait that a rank is in to those that it has counted: it counts one only when it ends. By
 * the host's clock, from the first look that finds the wait: the device's is another one. Takes the
 * looks of one thread.
 */
final class WaitInProgress {

  private final WaitRecord record;

  private Wait last = Wait.NONE;
  private long foundAt;
  private long countedWhenFound;
  private long reported;

  WaitInProgress(MemorySegment record) {
    this.record = new WaitRecord(record);
  }

  /**
   * Nanoseconds that the rank has waited; never less than before.
   *
   * @param counted what the rank has counted, read before this
   * @param now of the host's monotonic clock
   */
  long waited(long counted, long now) {
    Wait before = last;
    // What its rank is writing all the time says nothing new.
    last = record.read(before).orElse(before);
    if (last.isWaiting() && !goesOnFrom(before)) {
      foundAt = now;
      countedWhenFound = counted;
    }
    // Where the rank has counted meanwhile, the wait has just ended, and is in it.
    boolean goesOn = last.isWaiting() && counted == countedWhenFound;
    reported = Math.max(reported, goesOn ? counted + now - foundAt : counted);
    return reported;
  }

  private boolean goesOnFrom(Wait before) {
    return before.isWaiting() && before.sinceNanos() == last.sinceNanos();
  }
}
