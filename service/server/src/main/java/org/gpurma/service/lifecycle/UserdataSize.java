package org.gpurma.service.lifecycle;

import java.util.List;
import org.gpurma.service.jobspec.UserdataSpec;

/** Size of the userdata struct as a C compiler lays it out on a 64-bit machine. */
final class UserdataSize {

  private UserdataSize() {}

  static long of(List<UserdataSpec> fields) {
    long end = 0;
    long widest = 1;
    for (UserdataSpec field : fields) {
      long width = width(field.type());
      end = aligned(end, width) + width * elements(field);
      widest = Math.max(widest, width);
    }
    return aligned(end, widest);
  }

  private static long elements(UserdataSpec field) {
    return field.value() != null && field.value().isArray() ? field.value().size() : 1;
  }

  private static long aligned(long offset, long width) {
    return (offset + width - 1) / width * width;
  }

  private static long width(UserdataSpec.Type type) {
    return switch (type) {
      case BOOL -> 1;
      case INT32, FLOAT32 -> 4;
      case INT64, FLOAT64, POINTER -> 8;
    };
  }
}
