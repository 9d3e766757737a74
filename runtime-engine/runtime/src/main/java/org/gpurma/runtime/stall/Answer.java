package org.gpurma.runtime.stall;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What a process answers to the question how it stands.
 *
 * <pre>
 *    0  flags       | pieces sent | pieces taken | bytes of text
 *   16  versions    | messages sent | messages handled
 *   40  barriers passed | barriers at the end | ranges of finished ranks
 *   52  of each range the first and the last rank
 *       text: a line for each wait
 * </pre>
 *
 * @param waits of its ranks, in words; as many as a message has room for
 * @param finished ranks of WORLD in ascending order; as many as a message has room for
 */
record Answer(Standing standing, List<String> waits, List<Integer> finished) {

  static final int HEAD_BYTES = 52;

  private static final int RANGE_BYTES = 2 * Integer.BYTES;
  private static final int REST = 3;
  private static final int IN_WORLD_BARRIER = 4;
  private static final int SOME_WAIT = 8;
  private static final int SOME_FINISHED = 16;

  /** At most so many bytes; ranks and lines that do not fit are left out. */
  byte[] encode(int most) {
    List<RankRanges.Range> ranges = RankRanges.split(finished);
    int shown = Math.min(ranges.size(), (most - HEAD_BYTES) / RANGE_BYTES);
    byte[] text = fitting(most - HEAD_BYTES - shown * RANGE_BYTES);
    Course course = standing.course();
    ByteBuffer to =
        ByteBuffer.allocate(HEAD_BYTES + shown * RANGE_BYTES + text.length)
            .putInt(flags())
            .putInt(standing.laneSent())
            .putInt(standing.laneTaken())
            .putInt(text.length)
            .putLong(standing.versions())
            .putLong(standing.messagesSent())
            .putLong(standing.messagesHandled())
            .putInt(course.passed().orElse(0))
            .putInt(course.ended().orElse(0))
            .putInt(shown);
    for (RankRanges.Range range : ranges.subList(0, shown)) {
      to.putInt(range.first()).putInt(range.last());
    }
    return to.put(text).array();
  }

  static Answer decode(ByteBuffer from) {
    int flags = from.getInt();
    int laneSent = from.getInt();
    int laneTaken = from.getInt();
    byte[] text = new byte[from.getInt()];
    long versions = from.getLong();
    long messagesSent = from.getLong();
    long messagesHandled = from.getLong();
    Course course =
        new Course(
            present(flags, SOME_WAIT, from.getInt()), present(flags, SOME_FINISHED, from.getInt()));
    List<Integer> finished = new ArrayList<>();
    for (int left = from.getInt(); left > 0; left--) {
      IntStream.rangeClosed(from.getInt(), from.getInt()).forEach(finished::add);
    }
    from.get(text);
    Standing standing =
        new Standing(
            Rest.values()[flags & REST],
            (flags & IN_WORLD_BARRIER) != 0,
            versions,
            laneSent,
            laneTaken,
            messagesSent,
            messagesHandled,
            course);
    return new Answer(standing, new String(text, UTF_8).lines().toList(), finished);
  }

  private int flags() {
    return standing.rest().ordinal()
        | (standing.isInWorldBarrier() ? IN_WORLD_BARRIER : 0)
        | (standing.course().passed().isPresent() ? SOME_WAIT : 0)
        | (standing.course().ended().isPresent() ? SOME_FINISHED : 0);
  }

  private static OptionalInt present(int flags, int flag, int value) {
    return (flags & flag) != 0 ? OptionalInt.of(value) : OptionalInt.empty();
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
