package org.gpurma.runtime.sampling;

import static org.gpurma.runtime.records.WaitRecordDescriptor.KIND_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.SINCE_NS_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.VERSION_OFFSET;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.gpurma.runtime.queue.SharedInts;

/**
 * Adds the wait that a rank is in to those that it has counted: it counts one only when it ends. By
 * the host's clock, from the first look that finds the wait: the device's is another one. Takes the
 * looks of one thread.
 */
final class WaitInProgress {

  private final MemorySegment record;

  /** Device time at which the wait began that the last look found; 0: none. */
  private long since;

  private long foundAt;
  private long countedWhenFound;
  private long reported;

  WaitInProgress(MemorySegment record) {
    this.record = record;
  }

  /**
   * Nanoseconds that the rank has waited; never less than before.
   *
   * @param counted what the rank has counted, read before this
   * @param now of the host's monotonic clock
   */
  long waited(long counted, long now) {
    int version = SharedInts.getAcquire(record, VERSION_OFFSET);
    boolean waits = record.get(ValueLayout.JAVA_INT, KIND_OFFSET) != 0;
    long began = record.get(ValueLayout.JAVA_LONG, SINCE_NS_OFFSET);
    VarHandle.acquireFence();
    boolean whole = (version & 1) == 0 && SharedInts.getAcquire(record, VERSION_OFFSET) == version;
    if (whole && !waits) {
      since = 0;
    } else if (whole && began != since) {
      since = began;
      foundAt = now;
      countedWhenFound = counted;
    }
    // Where the rank has counted meanwhile, the wait has just ended, and is in it.
    boolean goesOn = since != 0 && counted == countedWhenFound;
    reported = Math.max(reported, goesOn ? counted + now - foundAt : counted);
    return reported;
  }
}
