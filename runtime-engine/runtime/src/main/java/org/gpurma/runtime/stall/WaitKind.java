package org.gpurma.runtime.stall;

import org.gpurma.runtime.records.WaitRecordDescriptor;

/** What a rank waits for. */
public enum WaitKind {
  /** It does not wait, or not for long. */
  NONE(0),
  NOTIFICATIONS(WaitRecordDescriptor.NOTIFICATIONS),
  COUNTER(WaitRecordDescriptor.COUNTER),
  BARRIER(WaitRecordDescriptor.BARRIER),
  /** A near rank that does not take what it was sent. */
  LANE(WaitRecordDescriptor.LANE),
  /** An answer of the host, or room in a queue to it. */
  HOST(WaitRecordDescriptor.HOST),
  GET(WaitRecordDescriptor.GET),
  /** It never waits again. */
  FINISHED(WaitRecordDescriptor.FINISHED);

  private static final WaitKind[] KINDS = values();

  private final int code;

  WaitKind(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** A kind that this runtime does not know counts as no wait: nothing is concluded from it. */
  static WaitKind of(int code) {
    for (WaitKind kind : KINDS) {
      if (kind.code == code) {
        return kind;
      }
    }
    return NONE;
  }
}
