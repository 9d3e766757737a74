package org.gpurma.runtime.ranklog;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.gpurma.runtime.records.EntryDescriptor;
import org.gpurma.runtime.records.LogEntryDescriptor;

/**
 * Makes text of a rank's log items, entry by entry: an item may lie in two entries, a text in many.
 */
final class LogDecoder {

  private static final VarHandle BYTES_OF_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle BYTES_OF_INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int HEAD_BYTES = Integer.BYTES;
  private static final int SHORT_NUMBER_BYTES = HEAD_BYTES + Integer.BYTES;
  private static final int NUMBER_BYTES = HEAD_BYTES + Long.BYTES;

  private final LineBlock block;

  /**
   * The beginning of an item whose rest is still to come, and room for the entry that brings it.
   */
  private final byte[] items = new byte[NUMBER_BYTES + EntryDescriptor.PAYLOAD_BYTES];

  private int kept;
  private int textBytes;
  private boolean unreadable;

  LogDecoder(LineBlock block) {
    this.block = block;
  }

  /** Where the items of the next entry belong. */
  byte[] items() {
    return items;
  }

  int place() {
    return kept;
  }

  /** Decodes as many bytes as were put in their place: whole words. */
  void decode(int bytes) {
    int end = kept + bytes;
    int at = 0;
    while (at < end && !unreadable) {
      int next = textBytes > 0 ? text(at, end) : item(at, end);
      if (next == at) {
        break;
      }
      at = next;
    }
    kept = unreadable ? 0 : end - at;
    System.arraycopy(items, at, items, 0, kept);
  }

  /** What came of the line in the works is forgotten. */
  void dropLine() {
    block.dropLine();
    forget();
  }

  void endLine() {
    block.endLine();
    forget();
  }

  private void forget() {
    kept = 0;
    textBytes = 0;
    unreadable = false;
  }

  /** Returns the next item's place: a text ends with its last word. */
  private int text(int at, int end) {
    int bytes = Math.min(textBytes, end - at);
    block.append(items, at, bytes);
    textBytes -= bytes;
    return at + Math.ceilDiv(bytes, Integer.BYTES) * Integer.BYTES;
  }

  /** Returns where the item ends, or where it begins if its end is still to come. */
  private int item(int at, int end) {
    int head = word(at);
    int kind = head & LogEntryDescriptor.KIND_MASK;
    int about = head >>> LogEntryDescriptor.ABOUT_SHIFT;
    return switch (kind) {
      case LogEntryDescriptor.TEXT -> {
        textBytes = about;
        yield at + HEAD_BYTES;
      }
      case LogEntryDescriptor.TRUTH -> {
        block.appendInteger(about);
        yield at + HEAD_BYTES;
      }
      case LogEntryDescriptor.SHORT_INTEGER, LogEntryDescriptor.SHORT_NATURAL ->
          shortNumber(kind, at, end);
      case LogEntryDescriptor.INTEGER,
          LogEntryDescriptor.NATURAL,
          LogEntryDescriptor.REAL,
          LogEntryDescriptor.ADDRESS ->
          number(kind, at, end);
      default -> {
        block.append("[log item of unknown kind " + kind + "]");
        unreadable = true;
        yield end;
      }
    };
  }

  private int shortNumber(int kind, int at, int end) {
    if (end - at < SHORT_NUMBER_BYTES) {
      return at;
    }
    int value = word(at + HEAD_BYTES);
    if (kind == LogEntryDescriptor.SHORT_NATURAL) {
      block.appendInteger(Integer.toUnsignedLong(value));
    } else {
      block.appendInteger(value);
    }
    return at + SHORT_NUMBER_BYTES;
  }

  private int number(int kind, int at, int end) {
    if (end - at < NUMBER_BYTES) {
      return at;
    }
    long value = (long) BYTES_OF_LONG.get(items, at + HEAD_BYTES);
    switch (kind) {
      case LogEntryDescriptor.NATURAL -> block.appendNatural(value);
      case LogEntryDescriptor.REAL -> block.appendReal(Double.longBitsToDouble(value));
      case LogEntryDescriptor.ADDRESS -> block.appendAddress(value);
      default -> block.appendInteger(value);
    }
    return at + NUMBER_BYTES;
  }

  private int word(int at) {
    return (int) BYTES_OF_INT.get(items, at);
  }
}
