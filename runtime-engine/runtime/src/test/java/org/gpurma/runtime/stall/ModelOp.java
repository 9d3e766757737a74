package org.gpurma.runtime.stall;

import static org.gpurma.runtime.records.WaitRecordDescriptor.ANY;

/** What a rank of the model does. */
sealed interface ModelOp {

  record Compute(long nanos) implements ModelOp {}

  record Notify(int target, int tag) implements ModelOp {}

  /** Waits for notifications, or tests for them again and again. */
  record Take(int source, int tag, int count, boolean byTesting) implements ModelOp {

    boolean takes(Note note) {
      return (source == ANY || source == note.source()) && (tag == ANY || tag == note.tag());
    }
  }

  record Barrier(int communicator) implements ModelOp {}

  /** A command that the host answers. */
  record CallHost() implements ModelOp {}
}
