package org.gpurma.runtime.stall;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * What a process answers to the question how it stands.
 *
 * <pre>
 *    0  flags       | pieces sent | pieces taken | bytes of text
 *   16  versions    | messages sent | messages handled
 *   40  text: a line for each wait
 * </pre>
 *
 * @param waits of its ranks, in words; as many as a message has room for
 */
record Answer(Standing standing, List<String> waits) {

  static final int HEAD_BYTES = 40;

  private static final int STILL = 1;
  private static final int IN_WORLD_BARRIER = 2;

  /** At most so many bytes; lines that do not fit are left out. */
  byte[] encode(int most) {
    byte[] text = fitting(most - HEAD_BYTES);
    return ByteBuffer.allocate(HEAD_BYTES + text.length)
        .putInt(
            (standing.isStill() ? STILL : 0) | (standing.isInWorldBarrier() ? IN_WORLD_BARRIER : 0))
        .putInt(standing.laneSent())
        .putInt(standing.laneTaken())
        .putInt(text.length)
        .putLong(standing.versions())
        .putLong(standing.messagesSent())
        .putLong(standing.messagesHandled())
        .put(text)
        .array();
  }

  static Answer decode(ByteBuffer from) {
    int flags = from.getInt();
    int laneSent = from.getInt();
    int laneTaken = from.getInt();
    byte[] text = new byte[from.getInt()];
    Standing standing =
        new Standing(
            (flags & STILL) != 0,
            (flags & IN_WORLD_BARRIER) != 0,
            from.getLong(),
            laneSent,
            laneTaken,
            from.getLong(),
            from.getLong());
    from.get(text);
    return new Answer(standing, new String(text, UTF_8).lines().toList());
  }

  private byte[] fitting(int most) {
    StringBuilder text = new StringBuilder();
    int bytes = 0;
    for (String line : waits) {
      bytes += line.getBytes(UTF_8).length + 1;
      if (bytes > most) {
        break;
      }
      text.append(line).append('\n');
    }
    return text.toString().getBytes(UTF_8);
  }
}
