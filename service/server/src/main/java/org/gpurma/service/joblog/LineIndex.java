package org.gpurma.service.joblog;

import java.util.Arrays;

/** File offsets of every 256th line: enough to find any line after reading a few. */
final class LineIndex {
  private static final int EVERY = 256;

  private long[] offsets = new long[16];
  private long lines;

  /** The offset must be that of the line itself or of anything between it and the line before. */
  void add(long offset) {
    if (lines % EVERY == 0) {
      int slot = Math.toIntExact(lines / EVERY);
      if (slot == offsets.length) {
        offsets = Arrays.copyOf(offsets, slot * 2);
      }
      offsets[slot] = offset;
    }
    lines++;
  }

  long lines() {
    return lines;
  }

  /** A place to begin reading in order to find the lines after a cursor. */
  record Start(long offset, long cursorBefore) {}

  Start startAfter(long cursor) {
    if (lines == 0) {
      return new Start(0, 0);
    }
    int slot = Math.toIntExact(Math.min(cursor, lines - 1) / EVERY);
    return new Start(slot == 0 ? 0 : offsets[slot], (long) slot * EVERY);
  }
}
