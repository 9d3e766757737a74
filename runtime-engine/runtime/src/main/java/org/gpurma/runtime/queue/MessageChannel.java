package org.gpurma.runtime.queue;

/**
 * Where small messages of one process to another lie: slots in memory that both map, each for a
 * message of at least a cache line and at most a line and {@link #MOST_BEHIND} bytes. The last word
 * of a message's first line is its number, which is written last: who sees the number that it waits
 * for sees the message.
 */
final class MessageChannel {

  static final int LINE = 64;
  static final int NUMBER_OFFSET = LINE - Integer.BYTES;
  static final int MOST_BEHIND = 1024;
  static final int SLOTS = 64;
  static final int SLOT_BYTES = LINE + MOST_BEHIND;

  /** Of the count of messages that were taken. */
  static final int TAKEN = SLOTS * SLOT_BYTES;

  static final int BYTES = TAKEN + LINE;

  private MessageChannel() {}

  /** Offset of a message, counted from the first one. */
  static long slot(int message) {
    return (long) (message & SLOTS - 1) * SLOT_BYTES;
  }
}
