package org.gpurma.service.joblog;

import java.io.IOException;
import java.util.Comparator;
import java.util.Iterator;
import java.util.PriorityQueue;

/**
 * The lines that a log holds now, by the clocks of their hosts, where the log itself has them in
 * the order in which they came. What a rank wrote stays in its order: lines of one time stay in the
 * order of the log, and no clock of a process goes back.
 *
 * <p>Stretches of the index are read when the first of their lines is due. Most do not overlap; a
 * process that could not send for a while brings one more that is open.
 */
public final class LinesByTime implements LineSource {
  private final LogFilter filter;
  private final LogBytes.Reading bytes;
  private final Iterator<Stretch> waiting;
  private final PriorityQueue<TimedEntries> open =
      new PriorityQueue<>(
          Comparator.comparingLong(TimedEntries::time).thenComparingLong(TimedEntries::position));
  private final LineView view = new LineView();
  private EntryLines lines = EntryLines.NONE;
  private Stretch next;
  private long cursor;

  LinesByTime(JobLog log, LogFilter filter) {
    this.filter = filter;
    bytes = log.read();
    waiting =
        log.stretchesFrom(0).stream()
            .filter(stretch -> stretch.lines() > 0 && filter.mayAccept(stretch))
            .sorted(Comparator.comparingLong(Stretch::earliest))
            .iterator();
    next = following();
  }

  private Stretch following() {
    return waiting.hasNext() ? waiting.next() : null;
  }

  @Override
  public int next(int atMost, long last, LineSink sink) throws IOException {
    int count = 0;
    while (count < atMost && (lines.hasNext() || readOn())) {
      lines.next();
      cursor = Math.max(cursor, view.cursor());
      if (view.cursor() <= last && filter.text().isIn(view)) {
        sink.take(view);
        count++;
      }
    }
    return count;
  }

  /** Takes the next entry; false where there is none. */
  private boolean readOn() throws IOException {
    openThoseDue();
    if (open.isEmpty()) {
      return false;
    }
    TimedEntries earliest = open.poll();
    lines = earliest.lines(view);
    if (earliest.advance()) {
      open.add(earliest);
    }
    return true;
  }

  private void openThoseDue() throws IOException {
    while (next != null && (open.isEmpty() || next.earliest() <= open.peek().time())) {
      TimedEntries entries = TimedEntries.read(next, bytes, filter);
      if (entries.advance()) {
        open.add(entries);
      }
      next = following();
    }
  }

  /** The last line handed out, of all by their cursors. */
  @Override
  public long cursor() {
    return cursor;
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
