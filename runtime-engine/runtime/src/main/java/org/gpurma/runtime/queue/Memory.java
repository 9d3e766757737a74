package org.gpurma.runtime.queue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Native memory by address, for loops over pieces: one segment with constant bounds, so that
 * nothing is left to check. Writing 88 pieces takes 90 ns by address and 440 ns by segment and
 * offset (JDK 25, C2).
 */
final class Memory {

  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final VarHandle ORDERED_INT = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle ORDERED_LONG = ValueLayout.JAVA_LONG.varHandle();

  private Memory() {}

  static int getInt(long address) {
    return ALL.get(INT, address);
  }

  static long getLong(long address) {
    return ALL.get(LONG, address);
  }

  static byte getByte(long address) {
    return ALL.get(ValueLayout.JAVA_BYTE, address);
  }

  static void setInt(long address, int value) {
    ALL.set(INT, address, value);
  }

  static void setLong(long address, long value) {
    ALL.set(LONG, address, value);
  }

  static int getIntAcquire(long address) {
    return (int) ORDERED_INT.getAcquire(ALL, address);
  }

  static void setIntRelease(long address, int value) {
    ORDERED_INT.setRelease(ALL, address, value);
  }

  static void setLongRelease(long address, long value) {
    ORDERED_LONG.setRelease(ALL, address, value);
  }

  static void copy(long from, long to, long bytes) {
    MemorySegment.copy(ALL, from, ALL, to, bytes);
  }

  /** Two words as one, low word first. */
  static long wide(int low, int high) {
    return Integer.toUnsignedLong(low) | (long) high << Integer.SIZE;
  }
}
