package org.gpurma.runtime.records;

/**
 * An entry of the command, acknowledgement and log queues: four pieces, each written by one 16 B
 * store.
 *
 * <pre>
 *        0        4        8        12       16
 *        +--------+--------+--------+--------+
 *    +0  | word 0 | word 1 | word 2 |sequence|
 *        +--------+--------+--------+--------+
 *   +16  | word 3 | word 4 | word 5 |sequence|
 *        +--------+--------+--------+--------+
 *   +32  | word 6 | word 7 | word 8 |sequence|
 *        +--------+--------+--------+--------+
 *   +48  | word 9 | word 10| word 11|sequence|
 *        +--------+--------+--------+--------+
 * </pre>
 *
 * Entry n of a queue lies in slot n % slots and carries the sequence number n + 1.
 */
public final class EntryDescriptor {

  public static final int PIECE_BYTES = 16;
  public static final int PIECE_WORDS = 3;
  public static final int SEQUENCE_OFFSET = 12;
  public static final int PIECES = 4;
  public static final int BYTES = PIECES * PIECE_BYTES;
  public static final int WORDS = PIECES * PIECE_WORDS;
  public static final int PIECE_PAYLOAD_BYTES = PIECE_WORDS * Integer.BYTES;
  public static final int PAYLOAD_BYTES = WORDS * Integer.BYTES;

  private EntryDescriptor() {}
}
