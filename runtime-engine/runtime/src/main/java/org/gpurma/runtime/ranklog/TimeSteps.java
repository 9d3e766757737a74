package org.gpurma.runtime.ranklog;

import com.google.protobuf.CodedOutputStream;
import java.util.Arrays;

/**
 * Device times of lines as they lie in a LogLines message: packed, each relative to the one before.
 */
final class TimeSteps {

  private static final int FIRST_BYTES = 64;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int end;
  private long last;

  void add(long time) {
    if (bytes.length - end < Varints.MOST_BYTES) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    end = Varints.write(CodedOutputStream.encodeZigZag64(time - last), bytes, end);
    last = time;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return end;
  }

  void clear() {
    end = 0;
    last = 0;
  }
}
