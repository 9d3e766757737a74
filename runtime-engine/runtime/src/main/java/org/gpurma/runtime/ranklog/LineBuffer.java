package org.gpurma.runtime.ranklog;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The characters of one line. A line that is longer than the limit comes out in several, marked as
 * such.
 */
final class LineBuffer {

  static final int LIMIT_BYTES = 64 * 1024;
  static final String CONTINUES = " [line continues]";
  static final String CONTINUED = "[continued] ";

  private static final int FIRST_BYTES = 128;

  private final Consumer<String> lines;
  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;
  private boolean continued;

  LineBuffer(Consumer<String> lines) {
    this.lines = lines;
  }

  void append(byte character) {
    if (length == LIMIT_BYTES) {
      split();
    }
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.min(2 * length, LIMIT_BYTES));
    }
    bytes[length++] = character;
  }

  void append(String text) {
    for (byte character : text.getBytes(UTF_8)) {
      append(character);
    }
  }

  void end() {
    int end = length > 0 && bytes[length - 1] == '\n' ? length - 1 : length;
    emit(end, "");
    length = 0;
    continued = false;
    // A line in a thousand is long: its room is not kept for every rank.
    bytes = bytes.length > 4096 ? new byte[FIRST_BYTES] : bytes;
  }

  boolean isEmpty() {
    return length == 0 && !continued;
  }

  /** Breaks between characters: the bytes of one that has begun go to the next line. */
  private void split() {
    int end = length;
    while (end > length - 4 && isInsideCharacter(bytes[end - 1])) {
      end--;
    }
    if (end > 0 && bytes[end - 1] < 0) {
      end--;
    }
    emit(end, CONTINUES);
    System.arraycopy(bytes, end, bytes, 0, length - end);
    length -= end;
    continued = true;
  }

  private static boolean isInsideCharacter(byte value) {
    return (value & 0xc0) == 0x80;
  }

  private void emit(int end, String suffix) {
    lines.accept((continued ? CONTINUED : "") + new String(bytes, 0, end, UTF_8) + suffix);
  }
}
