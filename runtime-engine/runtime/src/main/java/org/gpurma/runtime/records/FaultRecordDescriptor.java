package org.gpurma.runtime.records;

/**
 * What stopped a rank.
 *
 * <pre>
 *   0        4        8        12       16              48                128            256
 *   +--------+--------+--------+--------+---------------+-----------------+--------------+
 *   | state  |  kind  | thread |  line  | values (4x8)  |   file (80 B)   | text (128 B) |
 *   +--------+--------+--------+--------+---------------+-----------------+--------------+
 * </pre>
 *
 * {@code state} becomes {@link #PUBLISHED} last (release).
 */
public final class FaultRecordDescriptor {

  public static final int STATE_OFFSET = 0;
  public static final int KIND_OFFSET = 4;
  public static final int THREAD_OFFSET = 8;
  public static final int LINE_OFFSET = 12;
  public static final int VALUES_OFFSET = 16;
  public static final int VALUES = 4;
  public static final int FILE_OFFSET = 48;
  public static final int TEXT_OFFSET = 128;
  public static final int BYTES = 256;

  public static final int PUBLISHED = 2;

  public static final int ASSERTION = 1;
  public static final int WINDOW_MISUSE = 6;
  public static final int NOTIFICATION_OVERFLOW = 7;
  public static final int API_MISUSE = 8;

  private FaultRecordDescriptor() {}
}
