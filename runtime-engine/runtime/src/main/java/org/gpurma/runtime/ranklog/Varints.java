package org.gpurma.runtime.ranklog;

/** Protobuf's variable-length integers, written into an array. */
final class Varints {

  static final int MOST_BYTES = 10;

  private Varints() {}

  /** Returns where it ends. */
  static int write(long value, byte[] to, int offset) {
    int at = offset;
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      to[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    to[at++] = (byte) rest;
    return at;
  }
}
