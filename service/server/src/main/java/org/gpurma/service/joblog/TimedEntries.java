package org.gpurma.service.joblog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The entries of a stretch that pass a filter, by their times. */
final class TimedEntries {
  /**
   * @param before cursor of the line before it
   * @param entry null where the lines up to {@code last} cannot be read
   */
  private record Timed(long time, long position, long before, long last, Entry entry) {}

  private final List<Timed> entries = new ArrayList<>();
  private int next = -1;

  private TimedEntries() {}

  static TimedEntries read(Stretch stretch, Frames.Source bytes, LogFilter filter)
      throws IOException {
    var found = new TimedEntries();
    var frames = new Frames.Reader(bytes, stretch.offset());
    long passed = stretch.linesBefore();
    long time = stretch.earliest();
    while (frames.position() < stretch.end()) {
      long position = frames.position();
      Optional<ByteBuffer> payload = frames.next(stretch.end());
      if (payload.isEmpty()) {
        if (filter.accepts(Damage.SOURCE)) {
          found.entries.add(new Timed(time, position, passed, stretch.linesAfter(), null));
        }
        break;
      }
      Entry entry = LogFile.decode(copy(payload.get()), frames);
      long before = passed;
      passed += entry.lineCount();
      if (passed > before && filter.accepts(entry)) {
        time = entry.nanos();
        found.entries.add(new Timed(time, position, before, passed, entry));
      }
    }
    found.entries.sort(Comparator.comparingLong(Timed::time));
    return found;
  }

  private static ByteBuffer copy(ByteBuffer payload) {
    byte[] bytes = new byte[payload.remaining()];
    payload.get(bytes);
    return ByteBuffer.wrap(bytes);
  }

  /** Goes to the next one; false where there is none. */
  boolean advance() {
    next++;
    return next < entries.size();
  }

  long time() {
    return entries.get(next).time();
  }

  /** In the log. */
  long position() {
    return entries.get(next).position();
  }

  EntryLines lines(LineView view) {
    Timed timed = entries.get(next);
    return timed.entry() == null
        ? new EntryLines(
            Damage.line(timed.before() + 1, timed.last(), HostTime.instant(timed.time())), view)
        : timed.entry().lines(timed.before(), view);
  }
}
