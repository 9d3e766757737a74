package org.gpurma.runtime.records;

/**
 * A log entry: word 0 holds bytes | flags << 8, words 1-2 the device time in ns, words 3-11 up to
 * 36 bytes of log items. An item is a kind byte and its payload; items run over the entries of a
 * line without gaps.
 */
public final class LogEntryDescriptor {

  public static final int HEAD_WORD = 0;
  public static final int BYTES_MASK = 0xff;
  public static final int FLAGS_SHIFT = 8;
  public static final int ENDS_LINE = 1;
  public static final int TIME_WORD = 1;
  public static final int FIRST_DATA_WORD = 3;
  public static final int DATA_BYTES = 36;

  public static final int TEXT = 1;
  public static final int INTEGER = 2;
  public static final int NATURAL = 3;
  public static final int REAL = 4;
  public static final int TRUTH = 5;
  public static final int ADDRESS = 6;

  private LogEntryDescriptor() {}
}
