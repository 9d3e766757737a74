package org.gpurma.service.web;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are put together. Not thread-safe. */
final class Bytes {
  private static final int MOST_DIGITS = 20;

  private byte[] array;
  private int length;

  Bytes(int room) {
    array = new byte[room];
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  byte[] toArray() {
    return Arrays.copyOf(array, length);
  }

  Bytes add(byte value) {
    makeRoom(1);
    array[length++] = value;
    return this;
  }

  Bytes add(byte[] bytes) {
    return add(bytes, 0, bytes.length);
  }

  Bytes add(byte[] bytes, int from, int count) {
    makeRoom(count);
    System.arraycopy(bytes, from, array, length, count);
    length += count;
    return this;
  }

  Bytes add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  Bytes add(long number) {
    if (number < 0) {
      return add(Long.toString(number));
    }
    makeRoom(MOST_DIGITS);
    int end = length + digits(number);
    long left = number;
    for (int at = end - 1; at >= length; at--) {
      array[at] = (byte) ('0' + left % 10);
      left /= 10;
    }
    length = end;
    return this;
  }

  private static int digits(long number) {
    int digits = 1;
    for (long power = 10; digits < MOST_DIGITS - 1 && number >= power; power *= 10) {
      digits++;
    }
    return digits;
  }

  private void makeRoom(int count) {
    if (array.length - length < count) {
      array = Arrays.copyOf(array, Math.max(2 * array.length, length + count));
    }
  }
}
