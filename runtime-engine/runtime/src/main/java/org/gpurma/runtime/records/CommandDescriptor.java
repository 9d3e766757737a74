package org.gpurma.runtime.records;

/** Commands of a rank: opcodes and payload words, as the table in records.h has them. */
public final class CommandDescriptor {

  public static final int MEM_ALLOC = 1;
  public static final int MEM_FREE = 2;
  public static final int WIN_CREATE = 3;
  public static final int WIN_FREE = 4;
  public static final int PUT = 5;
  public static final int BARRIER = 6;
  public static final int TIMER = 7;
  public static final int FINISH = 8;

  /** Low byte: opcode; next byte: flags, or the communicator; upper half: window handle. */
  public static final int HEAD_WORD = 0;

  public static final int FLAGS_SHIFT = 8;
  public static final int WINDOW_SHIFT = 16;
  public static final int BYTE_MASK = 0xff;

  public static final int TARGET_WORD = 1;
  public static final int EPOCH_WORD = 1;
  public static final int TAG_WORD = 2;

  /** Bytes, address or offset; two words, low word first. */
  public static final int WIDE_WORD = 3;

  public static final int PUT_BYTES_WORD = 5;
  public static final int BASE_WORD = 6;
  public static final int STAGING_WORD = 8;
  public static final int TOKEN_WORD = 9;

  public static final int PUT_NOTIFIES = 1;
  public static final int TIMER_STOPS = 1;

  private CommandDescriptor() {}
}
