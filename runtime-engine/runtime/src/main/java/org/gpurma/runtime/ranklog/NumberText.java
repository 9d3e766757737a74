package org.gpurma.runtime.ranklog;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Numbers as C++ streams print them, written into an array; each method returns where it ends. */
final class NumberText {

  /** The longest of them, and of {@link RealText}. */
  static final int MOST_BYTES = 24;

  private static final byte[] PAIRS = pairs();
  private static final byte[] HEX = "0123456789abcdef".getBytes(US_ASCII);

  private NumberText() {}

  static int integer(long value, byte[] to, int offset) {
    if (value == Long.MIN_VALUE) {
      return text(Long.toString(value), to, offset);
    }
    if (value < 0) {
      to[offset] = '-';
      return positive(-value, to, offset + 1);
    }
    return positive(value, to, offset);
  }

  /** Takes the bits of an unsigned number. */
  static int natural(long value, byte[] to, int offset) {
    return value < 0 ? text(Long.toUnsignedString(value), to, offset) : positive(value, to, offset);
  }

  static int address(long value, byte[] to, int offset) {
    to[offset] = '0';
    to[offset + 1] = 'x';
    int digits = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 3) / 4);
    int end = offset + 2 + digits;
    long rest = value;
    for (int at = end - 1; at > offset + 1; at--) {
      to[at] = HEX[(int) (rest & 0xf)];
      rest >>>= 4;
    }
    return end;
  }

  static int text(String characters, byte[] to, int offset) {
    for (int i = 0; i < characters.length(); i++) {
      to[offset + i] = (byte) characters.charAt(i);
    }
    return offset + characters.length();
  }

  private static int positive(long value, byte[] to, int offset) {
    int end = offset + digits(value);
    int at = end;
    long rest = value;
    while (rest >= 100) {
      long next = rest / 100;
      at -= 2;
      pair((int) (rest - next * 100), to, at);
      rest = next;
    }
    if (rest >= 10) {
      pair((int) rest, to, at - 2);
    } else {
      to[at - 1] = (byte) ('0' + rest);
    }
    return end;
  }

  private static int digits(long value) {
    int digits = 1;
    for (long bound = 10; value >= bound && digits < 19; bound *= 10) {
      digits++;
    }
    return digits;
  }

  private static void pair(int value, byte[] to, int at) {
    to[at] = PAIRS[2 * value];
    to[at + 1] = PAIRS[2 * value + 1];
  }

  private static byte[] pairs() {
    byte[] pairs = new byte[200];
    for (int i = 0; i < 100; i++) {
      pairs[2 * i] = (byte) ('0' + i / 10);
      pairs[2 * i + 1] = (byte) ('0' + i % 10);
    }
    return pairs;
  }
}
