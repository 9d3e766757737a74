package org.gpurma.service.joblog;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Texts as programs wrote them: mostly ASCII, mostly UTF-8, and whatever bytes came. */
public final class Utf8 {
  private Utf8() {}

  public static boolean isAscii(byte[] array, int from, int length) {
    int all = 0;
    for (int i = from; i < from + length; i++) {
      all |= array[i];
    }
    return all >= 0;
  }

  /** What it takes as UTF-8, where bytes that are none become U+FFFD. */
  static long bytes(byte[] array, int from, int length) {
    return isAscii(array, from, length) ? length : clean(array, from, length).length;
  }

  /** The text, with U+FFFD for bytes that are no UTF-8. */
  public static byte[] clean(byte[] array, int from, int length) {
    return isAscii(array, from, length)
        ? Arrays.copyOfRange(array, from, from + length)
        : new String(array, from, length, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
  }
}
