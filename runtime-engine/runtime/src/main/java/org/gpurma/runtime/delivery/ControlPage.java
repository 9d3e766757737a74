package org.gpurma.runtime.delivery;

import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.ControlPageDescriptor;

/** What the host tells all ranks of its device. */
public final class ControlPage {

  private final MemorySegment page;

  public ControlPage(MemorySegment page) {
    this.page = page;
  }

  /** Every wait of a rank gives up. */
  public void abort() {
    SharedInts.setRelease(page, ControlPageDescriptor.ABORT_OFFSET, 1);
  }

  void releaseBarrier(int epoch) {
    SharedInts.setRelease(page, ControlPageDescriptor.WORLD_BARRIER_OFFSET, epoch);
  }
}
