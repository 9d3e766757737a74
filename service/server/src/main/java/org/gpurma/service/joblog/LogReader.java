package org.gpurma.service.joblog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a log from a cursor on, with a file handle of its own, so that no reader holds up a writer.
 */
public final class LogReader implements LineSource {
  private final JobLog log;
  private final LogFilter filter;
  private final LogBytes.Reading bytes;
  private Frames.Reader frames;
  private Place place;
  private Instant time = Instant.EPOCH;

  /** The last line handed out, or passed because the filter does not want it. */
  private long cursor;

  /** The last line of the frames that were read. */
  private long passed;

  private final LineView view = new LineView();

  /** What is left of the last frame, which the view shows. */
  private EntryLines lines = EntryLines.NONE;

  LogReader(JobLog log, long after, LogFilter filter) {
    this.log = log;
    this.filter = filter;
    this.bytes = log.read();
    this.cursor = after;
  }

  @Override
  public long cursor() {
    return cursor;
  }

  /** The next lines that are there, at most so many; empty at the end of what has been written. */
  public List<LogLine> next(int atMost) throws IOException {
    return next(atMost, Long.MAX_VALUE);
  }

  /**
   * The next lines that are there, at most so many.
   *
   * @param last the last line that is wanted
   */
  public List<LogLine> next(int atMost, long last) throws IOException {
    List<LogLine> next = new ArrayList<>();
    next(atMost, last, line -> next.add(line.line()));
    return next;
  }

  @Override
  public int next(int atMost, long last, LineSink sink) throws IOException {
    if (frames == null) {
      begin();
    }
    int count = 0;
    lookedAt(last);
    while (count < atMost && cursor < last && (lines.hasNext() || readOn())) {
      while (count < atMost && lines.hasNext() && lines.nextCursor() <= last) {
        count += handOut(sink);
      }
      lookedAt(last);
    }
    return count;
  }

  private int handOut(LineSink sink) {
    lines.next();
    if (view.cursor() <= cursor) {
      return 0;
    }
    cursor = view.cursor();
    time = view.time();
    if (!filter.text().isIn(view)) {
      return 0;
    }
    sink.take(view);
    return 1;
  }

  private void lookedAt(long last) {
    long before = lines.hasNext() ? lines.nextCursor() - 1 : passed;
    cursor = Math.max(cursor, Math.min(last, before));
  }

  private void begin() {
    frames = new Frames.Reader(bytes, 0);
    skipTo(log.placeOfLineAfter(cursor, filter));
  }

  /** The filter wants nothing of what lies between. */
  private void skipTo(Place next) {
    goTo(next);
    lines = EntryLines.NONE;
  }

  private void goTo(Place next) {
    place = next;
    frames.seek(next.offset());
    passed = next.linesBefore();
  }

  /** Takes the next frame there is; false at the end of what has been written. */
  private boolean readOn() throws IOException {
    while (true) {
      long limit = Math.min(place.end(), log.end().size());
      if (frames.position() < limit) {
        readFrame(limit);
        return true;
      }
      if (place.end() == Place.OPEN) {
        return false;
      }
      skipTo(log.placeAt(place.end(), filter));
    }
  }

  private void readFrame(long limit) throws IOException {
    Optional<ByteBuffer> payload = frames.next(limit);
    if (payload.isPresent()) {
      take(LogFile.decode(payload.get(), frames));
    } else {
      passDamage();
    }
  }

  private void take(Entry entry) {
    long before = passed;
    passed += entry.lineCount();
    lines = passed > cursor && filter.accepts(entry) ? entry.lines(before, view) : EntryLines.NONE;
  }

  /** What cannot be read is a line, which stands for all that are lost. */
  private void passDamage() {
    long first = Math.max(passed, cursor) + 1;
    goTo(log.placeBehind(frames.position()));
    boolean tell = passed >= first && filter.accepts(Damage.SOURCE);
    lines = tell ? new EntryLines(Damage.line(first, passed, time), view) : EntryLines.NONE;
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
