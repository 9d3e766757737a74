package org.gpurma.service.joblog;

/** The lines of an entry, one by one. */
final class EntryLines {
  static final EntryLines NONE = new EntryLines();

  private final LinesRecord record;
  private final LinesRecord.Texts texts;
  private final LineView view;
  private LogLine single;
  private long cursor;

  private EntryLines() {
    record = null;
    texts = null;
    view = null;
  }

  /** Takes the cursor of the line before the first one, and what shows the lines. */
  EntryLines(Entry.Lines entry, long before, LineView view) {
    record = entry.record();
    texts = record.texts();
    this.view = view;
    view.set(entry.source(), HostTime.instant(entry.nanos()));
    cursor = before;
  }

  EntryLines(LogLine line, LineView view) {
    record = null;
    texts = null;
    single = line;
    this.view = view;
  }

  boolean hasNext() {
    return texts == null ? single != null : texts.hasNext();
  }

  long nextCursor() {
    return texts == null ? single.cursor() : cursor + 1;
  }

  /** The next line is shown. */
  void next() {
    if (texts == null) {
      view.set(single);
      single = null;
    } else {
      texts.next();
      view.set(++cursor, record.array(), texts);
    }
  }
}
