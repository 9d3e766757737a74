package org.gpurma.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.wire.FieldType;
import org.gpurma.wire.UserdataField;

/** How C stores the values of a userdata field. */
enum FieldKind {
  INT32(Integer.BYTES) {
    @Override
    void put(MemorySegment at, long offset, UserdataField field, Number value) {
      at.set(
          ValueLayout.JAVA_INT,
          offset,
          (int) inRange(field, value, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }
  },
  INT64(Long.BYTES) {
    @Override
    void put(MemorySegment at, long offset, UserdataField field, Number value) {
      at.set(ValueLayout.JAVA_LONG, offset, inRange(field, value, Long.MIN_VALUE, Long.MAX_VALUE));
    }
  },
  FLOAT32(Float.BYTES) {
    @Override
    void put(MemorySegment at, long offset, UserdataField field, Number value) {
      at.set(ValueLayout.JAVA_FLOAT, offset, value.floatValue());
    }
  },
  FLOAT64(Double.BYTES) {
    @Override
    void put(MemorySegment at, long offset, UserdataField field, Number value) {
      at.set(ValueLayout.JAVA_DOUBLE, offset, value.doubleValue());
    }
  },
  BOOL(1) {
    @Override
    void put(MemorySegment at, long offset, UserdataField field, Number value) {
      at.set(ValueLayout.JAVA_BYTE, offset, (byte) inRange(field, value, 0, 1));
    }
  },
  POINTER(Long.BYTES) {
    @Override
    void put(MemorySegment at, long offset, UserdataField field, Number value) {
      at.set(ValueLayout.JAVA_LONG, offset, value.longValue());
    }
  };

  private final int bytes;

  FieldKind(int bytes) {
    this.bytes = bytes;
  }

  /** Size, and alignment too. */
  int bytes() {
    return bytes;
  }

  abstract void put(MemorySegment at, long offset, UserdataField field, Number value);

  static FieldKind of(UserdataField field) {
    FieldType type = field.getType();
    return switch (type) {
      case INT32 -> INT32;
      case INT64 -> INT64;
      case FLOAT32 -> FLOAT32;
      case FLOAT64 -> FLOAT64;
      case BOOL -> BOOL;
      case POINTER -> POINTER;
      case FIELD_TYPE_UNSPECIFIED, UNRECOGNIZED -> throw bad(field, "has no known type");
    };
  }

  private static long inRange(UserdataField field, Number value, long min, long max) {
    if (value instanceof Double) {
      throw bad(field, "wants whole numbers, not " + value);
    }
    long whole = value.longValue();
    if (whole < min || whole > max) {
      throw bad(field, "cannot hold " + whole);
    }
    return whole;
  }

  static FailureException bad(UserdataField field, String what) {
    return new FailureException(
        new Failure.BadRunSpec(
            "userdata field %s (%s) %s".formatted(field.getName(), field.getType(), what)));
  }
}
