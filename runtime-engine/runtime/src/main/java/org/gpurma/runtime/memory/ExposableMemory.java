package org.gpurma.runtime.memory;

import java.util.ArrayList;
import java.util.List;

/** The device memory that windows may expose: managed memory, userdata, named buffers. */
public final class ExposableMemory {

  private final List<Range> ranges = new ArrayList<>();

  private record Range(long base, long bytes) {

    boolean contains(long address, long size) {
      long offset = address - base;
      return offset >= 0 && size <= bytes && offset <= bytes - size;
    }
  }

  public void add(long base, long bytes) {
    ranges.add(new Range(base, bytes));
  }

  /** Whether all bytes lie in one of the ranges; no bytes lie anywhere. */
  public boolean contains(long address, long bytes) {
    if (bytes == 0) {
      return true;
    }
    for (Range range : ranges) {
      if (range.contains(address, bytes)) {
        return true;
      }
    }
    return false;
  }
}
