package org.gpurma.runtime.queue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Ordered access to 32-bit counts and flags in shared memory. */
public final class SharedInts {

  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

  private SharedInts() {}

  public static int getAcquire(MemorySegment memory, long offset) {
    return (int) INT.getAcquire(memory, offset);
  }

  public static void setRelease(MemorySegment memory, long offset, int value) {
    INT.setRelease(memory, offset, value);
  }
}
