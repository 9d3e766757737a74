package org.gpurma.runtime.stall;

import static org.gpurma.runtime.records.WaitRecordDescriptor.COMMANDS_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.DEVICE_BARRIERS_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.FOUND_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.HOST_TAKEN_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.KIND_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.LANE_SENT_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.LANE_TAKEN_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.MOST_OLDEST;
import static org.gpurma.runtime.records.WaitRecordDescriptor.NOTE_BYTES;
import static org.gpurma.runtime.records.WaitRecordDescriptor.NOTE_SOURCE;
import static org.gpurma.runtime.records.WaitRecordDescriptor.NOTE_TAG;
import static org.gpurma.runtime.records.WaitRecordDescriptor.NOTE_WINDOW;
import static org.gpurma.runtime.records.WaitRecordDescriptor.OLDEST_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.SINCE_NS_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.SOURCE_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.TAG_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.UNMATCHED_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.VERSION_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.WANTED_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.WINDOW_OFFSET;
import static org.gpurma.runtime.records.WaitRecordDescriptor.WORLD_BARRIERS_OFFSET;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gpurma.runtime.queue.SharedInts;

/** Reads a record that its rank may be writing: never half of one and half of the next. */
public final class WaitRecord {

  private static final int ATTEMPTS = 3;

  private final MemorySegment memory;

  public WaitRecord(MemorySegment memory) {
    this.memory = memory;
  }

  /**
   * What the rank says now; what is known already is not read again. Empty when it writes all the
   * time.
   */
  public Optional<Wait> read(Wait known) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int version = SharedInts.getAcquire(memory, VERSION_OFFSET);
      if (version == known.version()) {
        return Optional.of(known);
      }
      if ((version & 1) == 0) {
        Wait read = copy(version);
        // The copy's loads before the second look at the version.
        VarHandle.acquireFence();
        if (SharedInts.getAcquire(memory, VERSION_OFFSET) == version) {
          return Optional.of(read);
        }
      }
      Thread.onSpinWait();
    }
    return Optional.empty();
  }

  private Wait copy(int version) {
    int unmatched = at(UNMATCHED_OFFSET);
    return new Wait(
        version,
        WaitKind.of(at(KIND_OFFSET)),
        new Wait.Subject(at(WINDOW_OFFSET), at(SOURCE_OFFSET), at(TAG_OFFSET), at(WANTED_OFFSET)),
        at(FOUND_OFFSET),
        new Wait.Totals(
            at(LANE_SENT_OFFSET),
            at(LANE_TAKEN_OFFSET),
            at(HOST_TAKEN_OFFSET),
            at(COMMANDS_OFFSET),
            at(DEVICE_BARRIERS_OFFSET),
            at(WORLD_BARRIERS_OFFSET)),
        memory.get(ValueLayout.JAVA_LONG, SINCE_NS_OFFSET),
        unmatched,
        oldest(unmatched));
  }

  private List<Note> oldest(int unmatched) {
    List<Note> notes = new ArrayList<>();
    for (int i = 0; i < Math.min(unmatched, MOST_OLDEST); i++) {
      int note = OLDEST_OFFSET + i * NOTE_BYTES;
      notes.add(new Note(at(note + NOTE_WINDOW), at(note + NOTE_SOURCE), at(note + NOTE_TAG)));
    }
    return notes;
  }

  private int at(int offset) {
    return memory.get(ValueLayout.JAVA_INT, offset);
  }
}
