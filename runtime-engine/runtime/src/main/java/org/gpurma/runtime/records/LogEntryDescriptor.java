package org.gpurma.runtime.records;

/**
 * A log entry: word 0 holds bytes | flags << 8, words 1-2 the device time in ns, words 3-11 up to
 * 36 bytes of log items. An item is whole words: a head, kind | about << 8, and its value; items
 * run over the entries of a line without gaps.
 */
public final class LogEntryDescriptor {

  public static final int HEAD_WORD = 0;
  public static final int BYTES_MASK = 0xff;
  public static final int FLAGS_SHIFT = 8;
  public static final int ENDS_LINE = 1;

  /**
   * No items; word 3: lines that the rank dropped since the start, the one in the works included.
   */
  public static final int GAP = 2;

  /** Of the line, as far as it is known; the numbers of levels are those of the wire contract. */
  public static final int LEVEL_SHIFT = 2;

  public static final int LEVEL_MASK = 3;

  public static final int TIME_WORD = 1;
  public static final int FIRST_DATA_WORD = 3;
  public static final int DATA_BYTES = 36;

  public static final int KIND_MASK = 0xff;

  /** What a head says besides the kind: length of a text in bytes, value of a truth. */
  public static final int ABOUT_SHIFT = 8;

  public static final int TEXT = 1;
  public static final int INTEGER = 2;
  public static final int NATURAL = 3;
  public static final int REAL = 4;
  public static final int TRUTH = 5;
  public static final int ADDRESS = 6;
  public static final int SHORT_INTEGER = 7;
  public static final int SHORT_NATURAL = 8;

  private LogEntryDescriptor() {}
}
