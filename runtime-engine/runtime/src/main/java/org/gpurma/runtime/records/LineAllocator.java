package org.gpurma.runtime.records;

/** Deals out offsets, every one at the beginning of a cache line. */
final class LineAllocator {

  private static final int LINE = 64;

  private int taken;

  int take(int bytes) {
    int offset = taken;
    taken = Math.addExact(taken, Math.ceilDiv(bytes, LINE) * LINE);
    return offset;
  }

  int taken() {
    return taken;
  }
}
