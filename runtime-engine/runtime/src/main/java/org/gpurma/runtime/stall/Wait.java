package org.gpurma.runtime.stall;

import java.util.List;
import org.gpurma.runtime.records.WaitRecordDescriptor;
import org.gpurma.runtime.records.WindowHandle;

/**
 * What a rank said last of its waiting. Which of the subject's fields count depends on the kind.
 *
 * @param version of the record; never odd
 * @param totals what the rank had sent and taken when it said so
 * @param sinceNanos begin of the wait by the device's clock
 * @param oldest of the unmatched notifications
 */
public record Wait(
    int version,
    WaitKind kind,
    Subject subject,
    int found,
    Totals totals,
    long sinceNanos,
    int unmatched,
    List<Note> oldest) {

  /** Nothing published yet. */
  public static final Wait NONE =
      new Wait(
          0, WaitKind.NONE, new Subject(0, 0, 0, 0), 0, new Totals(0, 0, 0, 0), 0, 0, List.of());

  /** What is waited for. */
  public record Subject(int window, int source, int tag, int wanted) {}

  /**
   * @param laneSent pieces put into lanes of near ranks, modulo 2^32, as all totals
   * @param laneTaken pieces taken from near ranks' lanes
   * @param hostTaken pieces taken from the host's lane
   * @param commands entries sent to the host
   */
  public record Totals(int laneSent, int laneTaken, int hostTaken, int commands) {}

  public boolean isWaiting() {
    return kind != WaitKind.NONE;
  }

  /**
   * Whether only another rank's program can end the wait, as far as the rank itself knew. For room
   * in a lane, an answer of the host and a get it needs others to poll, not to do anything: what
   * they owe is under way.
   */
  boolean dependsOnPrograms() {
    return switch (kind) {
      case NOTIFICATIONS, COUNTER -> Integer.compareUnsigned(found, subject.wanted()) < 0;
      case BARRIER -> true;
      case NONE, LANE, HOST, GET -> false;
    };
  }

  boolean isInBarrier(int communicator) {
    return kind == WaitKind.BARRIER && subject.source() == communicator;
  }

  boolean isInWorldBarrier() {
    return isInBarrier(WindowHandle.WORLD);
  }

  /** The same call still waits, whatever else arrived. */
  boolean isSameCall(Wait other) {
    return kind == other.kind && sinceNanos == other.sinceNanos;
  }

  /** The same call waits, and has got nothing that it wants. */
  boolean isSameProgress(Wait other) {
    return isSameCall(other) && found == other.found;
  }

  static boolean isAny(int sourceOrTag) {
    return sourceOrTag == WaitRecordDescriptor.ANY;
  }
}
