package org.gpurma.service.joblog;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The stretch at the end of the log. */
final class GrowingStretch {
  private final long offset;
  private final long linesBefore;
  private final SortedMap<Source, Tally.Amount> amounts = new TreeMap<>();
  private final Map<Integer, Long> records = new TreeMap<>();
  private long end;
  private long lines;
  private long earliest = Long.MAX_VALUE;
  private long latest = Long.MIN_VALUE;

  GrowingStretch(long offset, long linesBefore) {
    this.offset = offset;
    this.end = offset;
    this.linesBefore = linesBefore;
  }

  void add(Entry entry, long bytes) {
    int count = entry.lineCount();
    end += bytes;
    lines += count;
    if (count > 0) {
      earliest = Math.min(earliest, entry.nanos());
      latest = Math.max(latest, entry.nanos());
      amounts
          .computeIfAbsent(entry.source(), _ -> new Tally.Amount())
          .add(count, entry.textBytes());
    }
    if (entry instanceof Entry.Sent sent) {
      records.merge(sent.process(), 1L, Long::sum);
    }
  }

  long offset() {
    return offset;
  }

  long end() {
    return end;
  }

  long linesBefore() {
    return linesBefore;
  }

  long linesAfter() {
    return linesBefore + lines;
  }

  Stretch finished() {
    return new Stretch(
        offset, end, linesBefore, lines, earliest, latest, Tally.of(amounts), Map.copyOf(records));
  }
}
