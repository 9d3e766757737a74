package org.gpurma.runtime.ranklog;

import java.util.function.Consumer;
import org.gpurma.runtime.records.LogEntryDescriptor;

/**
 * Makes text of a rank's log items, byte by byte as they arrive: an item may lie in two entries.
 */
final class LogDecoder {

  private static final int KIND = 0;
  private static final int UNREADABLE = -1;
  private static final int TEXT_CHARACTERS = -2;

  private final LineBuffer line;
  private int state = KIND;
  private int missing;
  private int shift;
  private long value;

  /** Takes what gets the lines. */
  LogDecoder(Consumer<String> lines) {
    line = new LineBuffer(lines);
  }

  void decode(byte item) {
    switch (state) {
      case KIND -> begin(item);
      case TEXT_CHARACTERS -> {
        line.append(item);
        leaveAfterLast();
      }
      case UNREADABLE -> {}
      default -> collect(item);
    }
  }

  void endLine() {
    line.end();
    state = KIND;
  }

  /** Whether the line so far is empty. */
  boolean isEmpty() {
    return line.isEmpty();
  }

  private void begin(byte kind) {
    state = kind;
    value = 0;
    shift = 0;
    switch (kind) {
      case LogEntryDescriptor.TEXT -> missing = Short.BYTES;
      case LogEntryDescriptor.TRUTH -> missing = Byte.BYTES;
      case LogEntryDescriptor.INTEGER,
          LogEntryDescriptor.NATURAL,
          LogEntryDescriptor.REAL,
          LogEntryDescriptor.ADDRESS ->
          missing = Long.BYTES;
      default -> {
        line.append("[log item of unknown kind " + kind + "]");
        state = UNREADABLE;
      }
    }
  }

  private void collect(byte item) {
    value |= (item & 0xffL) << shift;
    shift += Byte.SIZE;
    missing--;
    if (missing > 0) {
      return;
    }
    if (state == LogEntryDescriptor.TEXT) {
      missing = (int) value;
      state = missing == 0 ? KIND : TEXT_CHARACTERS;
    } else {
      line.append(text());
      state = KIND;
    }
  }

  private void leaveAfterLast() {
    missing--;
    if (missing == 0) {
      state = KIND;
    }
  }

  private String text() {
    return switch (state) {
      case LogEntryDescriptor.NATURAL -> Long.toUnsignedString(value);
      case LogEntryDescriptor.REAL -> RealFormat.format(Double.longBitsToDouble(value));
      case LogEntryDescriptor.ADDRESS -> "0x" + Long.toHexString(value);
      default -> Long.toString(value);
    };
  }
}
