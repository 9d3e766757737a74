package org.gpurma.service.joblog;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the index knows of a stretch of the log file, of whole frames: enough to find a line, a rank
 * or a time, and where each process stands.
 *
 * @param offset of its first frame
 * @param end behind its last frame
 * @param linesBefore lines of the log before it
 * @param linesOfChannel lines in it, by the order of the channels
 * @param latest host time in it, nanoseconds since the epoch
 * @param ranks that have lines in it, modulo {@value #RANK_BITS}
 * @param records of each process in it
 */
record Stretch(
    long offset,
    long end,
    long linesBefore,
    List<Long> linesOfChannel,
    long latest,
    BitSet ranks,
    Map<Integer, Long> records) {

  /** More ranks than any job has; a number that is made up takes no memory. */
  private static final int RANK_BITS = 1 << 16;

  static int rankBit(long rank) {
    return (int) (rank & RANK_BITS - 1);
  }

  long lines(Channel channel) {
    return linesOfChannel.get(channel.ordinal());
  }

  /** Lines of the log up to its end. */
  long linesAfter() {
    return linesBefore + linesOfChannel.stream().mapToLong(Long::longValue).sum();
  }

  boolean mayHoldRank(long rank) {
    return ranks.get(rankBit(rank));
  }

  byte[] encode() {
    byte[] rankBytes = ranks.toByteArray();
    ByteBuffer bytes =
        ByteBuffer.allocate(
            4 * Long.BYTES
                + Integer.BYTES
                + linesOfChannel.size() * Long.BYTES
                + Integer.BYTES
                + records.size() * (Integer.BYTES + Long.BYTES)
                + rankBytes.length);
    bytes.putLong(offset).putLong(end).putLong(linesBefore).putLong(latest);
    bytes.putInt(linesOfChannel.size());
    linesOfChannel.forEach(bytes::putLong);
    bytes.putInt(records.size());
    records.forEach((process, count) -> bytes.putInt(process).putLong(count));
    return bytes.put(rankBytes).array();
  }

  static Stretch decode(ByteBuffer bytes) {
    long offset = bytes.getLong();
    long end = bytes.getLong();
    long linesBefore = bytes.getLong();
    long latest = bytes.getLong();
    Long[] lines = new Long[bytes.getInt()];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = bytes.getLong();
    }
    Map<Integer, Long> records = new TreeMap<>();
    for (int left = bytes.getInt(); left > 0; left--) {
      records.put(bytes.getInt(), bytes.getLong());
    }
    return new Stretch(
        offset, end, linesBefore, List.of(lines), latest, BitSet.valueOf(bytes), records);
  }
}
