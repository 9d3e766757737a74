package org.gpurma.runtime.engine;

import static org.gpurma.runtime.records.FaultRecordDescriptor.FILE_OFFSET;
import static org.gpurma.runtime.records.FaultRecordDescriptor.KIND_OFFSET;
import static org.gpurma.runtime.records.FaultRecordDescriptor.LINE_OFFSET;
import static org.gpurma.runtime.records.FaultRecordDescriptor.TEXT_OFFSET;
import static org.gpurma.runtime.records.FaultRecordDescriptor.VALUES;
import static org.gpurma.runtime.records.FaultRecordDescriptor.VALUES_OFFSET;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.OptionalInt;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.records.FaultRecordDescriptor;

/** Reads a published fault record. */
final class RankFault {

  private RankFault() {}

  static Failure read(int rank, MemorySegment fault) {
    OptionalInt who = OptionalInt.of(rank);
    int kind = fault.get(ValueLayout.JAVA_INT, KIND_OFFSET);
    return switch (kind) {
      case FaultRecordDescriptor.ASSERTION ->
          new Failure.AssertionFailed(
              who,
              fault.getString(FILE_OFFSET),
              fault.get(ValueLayout.JAVA_INT, LINE_OFFSET),
              fault.getString(TEXT_OFFSET));
      case FaultRecordDescriptor.WINDOW_MISUSE -> new Failure.WindowMisuse(who, text(rank, fault));
      case FaultRecordDescriptor.NOTIFICATION_OVERFLOW ->
          new Failure.NotificationOverflow(who, text(rank, fault));
      case FaultRecordDescriptor.API_MISUSE -> new Failure.ApiMisuse(who, text(rank, fault));
      default ->
          new Failure.RuntimeError(
              "rank %d failed with unknown kind %d: %s".formatted(rank, kind, text(rank, fault)));
    };
  }

  /** The text names the record's values as %0 to %3. */
  private static String text(int rank, MemorySegment fault) {
    String text = fault.getString(TEXT_OFFSET);
    for (int i = 0; i < VALUES; i++) {
      long value = fault.get(ValueLayout.JAVA_LONG, VALUES_OFFSET + (long) i * Long.BYTES);
      text = text.replace("%" + i, Long.toString(value));
    }
    return "rank %d: %s".formatted(rank, text);
  }
}
