package org.gpurma.service.joblog;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.SortedMap;

/** How many lines there are of each source, and how many bytes of text; a few bytes a source. */
final class Tally {
  private static final int LEVEL_SHIFT = 4;
  private static final int CHANNEL_MASK = (1 << LEVEL_SHIFT) - 1;
  private static final int VALUE_BITS = 7;
  private static final int MORE = 1 << VALUE_BITS;

  private static final Channel[] CHANNELS = Channel.values();
  private static final Level[] LEVELS = Level.values();

  private final byte[] bytes;

  /** What there is of one source. */
  static final class Amount {
    private long lines;
    private long textBytes;

    void add(long moreLines, long moreBytes) {
      lines += moreLines;
      textBytes += moreBytes;
    }
  }

  /**
   * @param bytes as {@link #bytes} returned them
   */
  Tally(byte[] bytes) {
    this.bytes = bytes;
  }

  static Tally of(SortedMap<Source, Amount> amounts) {
    var out = new ByteArrayOutputStream();
    for (Map.Entry<Source, Amount> entry : amounts.entrySet()) {
      Source source = entry.getKey();
      out.write(source.channel().ordinal() | source.level().ordinal() << LEVEL_SHIFT);
      write(source.process() + 1L, out);
      write(source.rank() + 1, out);
      write(entry.getValue().lines, out);
      write(entry.getValue().textBytes, out);
    }
    return new Tally(out.toByteArray());
  }

  byte[] bytes() {
    return bytes;
  }

  Sources sources() {
    return new Sources(bytes);
  }

  private static void write(long value, ByteArrayOutputStream to) {
    long left = value;
    while (left >= MORE) {
      to.write((int) (left & MORE - 1) | MORE);
      left >>>= VALUE_BITS;
    }
    to.write((int) left);
  }

  /** Goes through the sources, one after the other, without an object for each. */
  static final class Sources {
    private final byte[] bytes;
    private int at;
    private int kind;
    private int process;
    private long rank;
    private long lines;
    private long textBytes;

    private Sources(byte[] bytes) {
      this.bytes = bytes;
    }

    boolean next() {
      if (at == bytes.length) {
        return false;
      }
      kind = bytes[at++];
      process = (int) number() - 1;
      rank = number() - 1;
      lines = number();
      textBytes = number();
      return true;
    }

    private long number() {
      long value = 0;
      int shift = 0;
      byte part;
      do {
        part = bytes[at++];
        value |= (long) (part & MORE - 1) << shift;
        shift += VALUE_BITS;
      } while (part < 0);
      return value;
    }

    Channel channel() {
      return CHANNELS[kind & CHANNEL_MASK];
    }

    Level level() {
      return LEVELS[kind >> LEVEL_SHIFT];
    }

    int process() {
      return process;
    }

    long rank() {
      return rank;
    }

    long lines() {
      return lines;
    }

    long textBytes() {
      return textBytes;
    }
  }
}
