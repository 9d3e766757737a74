package org.gpurma.runtime.stall;

import static org.gpurma.runtime.records.WaitRecordDescriptor.ANY;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.WaitRecordDescriptor;

/** The device's side of a wait record, in Java. */
final class PublishedWait {

  final MemorySegment memory =
      Arena.ofAuto().allocate(WaitRecordDescriptor.BYTES, WaitRecordDescriptor.BYTES);

  private int version;

  /** What waits for one notification of window 0 of WORLD from any rank with any tag. */
  static Wait waiting() {
    return new Wait(
        0,
        WaitKind.NOTIFICATIONS,
        new Wait.Subject(0, ANY, ANY, 1),
        0,
        Wait.Totals.NONE,
        1,
        0,
        List.of());
  }

  static Wait in(WaitKind kind, Wait.Subject subject, int found) {
    return new Wait(0, kind, subject, found, Wait.Totals.NONE, 1, 0, List.of());
  }

  static Wait inBarrier(int communicator) {
    return in(WaitKind.BARRIER, new Wait.Subject(0, communicator, 0, 0), 0);
  }

  /** A rank that has finished. */
  static Wait finished(Wait.Totals totals) {
    return waiting(WaitKind.FINISHED, new Wait.Subject(0, 0, 0, 0), totals);
  }

  static Wait waiting(WaitKind kind, Wait.Subject subject, Wait.Totals totals) {
    return new Wait(0, kind, subject, 0, totals, 1, 0, List.of());
  }

  /** What has entered so many barriers. */
  static Wait.Totals entered(int deviceBarriers, int worldBarriers) {
    return new Wait.Totals(0, 0, 0, 0, deviceBarriers, worldBarriers);
  }

  /** Publishes all of it but the version, which is the next. */
  void publish(Wait wait) {
    begin();
    finish(wait);
  }

  /** The rest of a publication that has begun. */
  void finish(Wait wait) {
    set(WaitRecordDescriptor.KIND_OFFSET, wait.kind().code());
    set(WaitRecordDescriptor.WINDOW_OFFSET, wait.subject().window());
    set(WaitRecordDescriptor.SOURCE_OFFSET, wait.subject().source());
    set(WaitRecordDescriptor.TAG_OFFSET, wait.subject().tag());
    set(WaitRecordDescriptor.WANTED_OFFSET, wait.subject().wanted());
    set(WaitRecordDescriptor.FOUND_OFFSET, wait.found());
    set(WaitRecordDescriptor.UNMATCHED_OFFSET, wait.unmatched());
    set(WaitRecordDescriptor.LANE_SENT_OFFSET, wait.totals().laneSent());
    set(WaitRecordDescriptor.LANE_TAKEN_OFFSET, wait.totals().laneTaken());
    set(WaitRecordDescriptor.HOST_TAKEN_OFFSET, wait.totals().hostTaken());
    set(WaitRecordDescriptor.COMMANDS_OFFSET, wait.totals().commands());
    set(WaitRecordDescriptor.DEVICE_BARRIERS_OFFSET, wait.totals().deviceBarriers());
    set(WaitRecordDescriptor.WORLD_BARRIERS_OFFSET, wait.totals().worldBarriers());
    memory.set(ValueLayout.JAVA_LONG, WaitRecordDescriptor.SINCE_NS_OFFSET, wait.sinceNanos());
    for (int i = 0; i < wait.oldest().size(); i++) {
      int at = WaitRecordDescriptor.OLDEST_OFFSET + i * WaitRecordDescriptor.NOTE_BYTES;
      Note note = wait.oldest().get(i);
      set(at + WaitRecordDescriptor.NOTE_WINDOW, note.window());
      set(at + WaitRecordDescriptor.NOTE_SOURCE, note.source());
      set(at + WaitRecordDescriptor.NOTE_TAG, note.tag());
    }
    end();
  }

  /** The rank waits no more. */
  void publishEnd() {
    publish(Wait.NONE);
  }

  /** Until {@link #end} the record must not be read. */
  void begin() {
    SharedInts.setRelease(memory, WaitRecordDescriptor.VERSION_OFFSET, ++version);
    VarHandle.releaseFence();
  }

  void end() {
    SharedInts.setRelease(memory, WaitRecordDescriptor.VERSION_OFFSET, ++version);
  }

  private void set(int offset, int value) {
    memory.set(ValueLayout.JAVA_INT, offset, value);
  }
}
