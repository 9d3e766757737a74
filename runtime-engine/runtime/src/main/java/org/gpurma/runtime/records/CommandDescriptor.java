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
  public static final int PUT_STAGED = 9;
  public static final int PUT_BULK = 10;
  public static final int GET = 11;

  /** Low byte: opcode; next byte: flags, or the communicator; upper half: window handle. */
  public static final int HEAD_WORD = 0;

  public static final int FLAGS_SHIFT = 8;
  public static final int WINDOW_SHIFT = 16;
  public static final int BYTE_MASK = 0xff;

  public static final int TARGET_WORD = 1;
  public static final int EPOCH_WORD = 1;
  public static final int TAG_WORD = 2;

  /** Bytes or address; two words, low word first. */
  public static final int WIDE_WORD = 3;

  /** Of an access: where in the window; of one without window, the communicator. */
  public static final int OFFSET_WORD = 3;

  public static final int ACCESS_BYTES_WORD = 4;
  public static final int BASE_WORD = 6;
  public static final int BUFFER_WORD = 6;
  public static final int STAGING_WORD = 8;
  public static final int TOKEN_WORD = 9;

  /** First word of a PUT's payload; what does not fit behind it follows in entries of its own. */
  public static final int PUT_INLINE_WORD = 6;

  public static final int PUT_INLINE_BYTES = 24;

  public static final int TIMER_STOPS = 1;

  /** Entries behind a PUT's command that its payload takes. */
  public static int payloadEntries(int bytes) {
    return Math.ceilDiv(Math.max(bytes - PUT_INLINE_BYTES, 0), EntryDescriptor.PAYLOAD_BYTES);
  }

  private CommandDescriptor() {}
}
