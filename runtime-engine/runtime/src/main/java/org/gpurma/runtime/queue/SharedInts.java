package org.gpurma.runtime.queue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Ordered access to 32-bit counts and flags, and to halves of pieces, in shared memory. */
public final class SharedInts {

  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private SharedInts() {}

  public static int getAcquire(MemorySegment memory, long offset) {
    return (int) INT.getAcquire(memory, offset);
  }

  public static void setRelease(MemorySegment memory, long offset, int value) {
    INT.setRelease(memory, offset, value);
  }

  /** Two words, low word first, in one store. */
  static void setWideRelease(MemorySegment memory, long offset, int low, int high) {
    LONG.setRelease(memory, offset, wide(low, high));
  }

  static long wide(int low, int high) {
    return Integer.toUnsignedLong(low) | (long) high << Integer.SIZE;
  }
}
