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
      new Wait(0, WaitKind.NONE, new Subject(0, 0, 0, 0), 0, Totals.NONE, 0, 0, List.of());

  /** What is waited for. */
  public record Subject(int window, int source, int tag, int wanted) {}

  /**
   * @param laneSent pieces put into lanes of near ranks, modulo 2^32, as all totals
   * @param laneTaken pieces taken from near ranks' lanes
   * @param hostTaken pieces taken from the host's lane
   * @param commands entries sent to the host
   * @param deviceBarriers barriers entered, of either communicator
   * @param worldBarriers WORLD barriers entered, where there are several processes
   */
  public record Totals(
      int laneSent,
      int laneTaken,
      int hostTaken,
      int commands,
      int deviceBarriers,
      int worldBarriers) {

    static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0);
  }

  public boolean isWaiting() {
    return kind != WaitKind.NONE && !isFinished();
  }

  /** The rank's last word: it has called gpurma_gpu_finish. */
  boolean isFinished() {
    return kind == WaitKind.FINISHED;
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
      case NONE, LANE, HOST, GET, FINISHED -> false;
    };
  }

  /**
   * How far the rank has come.
   *
   * @param alone whether the job has one process, so that all its barriers are alike
   */
  Course course(boolean alone) {
    int entered = alone ? totals.deviceBarriers() : totals.worldBarriers();
    return switch (kind) {
      case NOTIFICATIONS, COUNTER, LANE -> Course.ofWaiting(entered);
      case BARRIER -> Course.ofWaiting(alone || isInWorldBarrier() ? entered - 1 : entered);
      case FINISHED -> Course.ofFinished(entered);
      // A rank may wait for the host to the very end of gpurma_gpu_finish.
      case NONE, HOST, GET -> Course.NONE;
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
