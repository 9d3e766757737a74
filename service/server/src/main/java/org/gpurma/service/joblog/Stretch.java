package org.gpurma.service.joblog;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the index knows of a stretch of the log file, of whole frames: enough to find a line, a rank
 * or a time, and where each process stands.
 *
 * @param offset of its first frame
 * @param end behind its last frame
 * @param linesBefore lines of the log before it
 * @param lines of the log in it
 * @param earliest host time of them, nanoseconds since the epoch
 * @param latest host time of them
 * @param tally of them
 * @param records of each process in it
 */
record Stretch(
    long offset,
    long end,
    long linesBefore,
    long lines,
    long earliest,
    long latest,
    Tally tally,
    Map<Integer, Long> records) {

  /** Lines of the log up to its end. */
  long linesAfter() {
    return linesBefore + lines;
  }

  byte[] encode() {
    byte[] tallyBytes = tally.bytes();
    ByteBuffer bytes =
        ByteBuffer.allocate(
            6 * Long.BYTES
                + Integer.BYTES
                + records.size() * (Integer.BYTES + Long.BYTES)
                + tallyBytes.length);
    bytes.putLong(offset).putLong(end).putLong(linesBefore).putLong(lines);
    bytes.putLong(earliest).putLong(latest);
    bytes.putInt(records.size());
    new TreeMap<>(records).forEach((process, count) -> bytes.putInt(process).putLong(count));
    return bytes.put(tallyBytes).array();
  }

  static Stretch decode(ByteBuffer bytes) {
    long offset = bytes.getLong();
    long end = bytes.getLong();
    long linesBefore = bytes.getLong();
    long lines = bytes.getLong();
    long earliest = bytes.getLong();
    long latest = bytes.getLong();
    Map<Integer, Long> records = new HashMap<>();
    for (int left = bytes.getInt(); left > 0; left--) {
      records.put(bytes.getInt(), bytes.getLong());
    }
    byte[] tally = new byte[bytes.remaining()];
    bytes.get(tally);
    return new Stretch(
        offset, end, linesBefore, lines, earliest, latest, new Tally(tally), Map.copyOf(records));
  }
}
