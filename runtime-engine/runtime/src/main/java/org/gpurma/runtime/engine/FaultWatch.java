package org.gpurma.runtime.engine;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.FaultRecordDescriptor;
import org.gpurma.runtime.records.HostAreaLayout;

/** Looks whether a rank said that it failed. */
final class FaultWatch {

  private final int rankStart;
  private final List<MemorySegment> records;
  private final FailureBoard failures;

  FaultWatch(
      int rankStart, List<SharedMemory> areas, HostAreaLayout layout, FailureBoard failures) {
    this.rankStart = rankStart;
    this.records =
        areas.stream()
            .map(area -> area.host().asSlice(layout.fault(), FaultRecordDescriptor.BYTES))
            .toList();
    this.failures = failures;
  }

  void poll() {
    for (int i = 0; i < records.size(); i++) {
      MemorySegment record = records.get(i);
      if (SharedInts.getAcquire(record, FaultRecordDescriptor.STATE_OFFSET)
          == FaultRecordDescriptor.PUBLISHED) {
        failures.report(RankFault.read(rankStart + i, record));
      }
    }
  }
}
