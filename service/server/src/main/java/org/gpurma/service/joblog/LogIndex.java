package org.gpurma.service.joblog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What is where in the log, stretch by stretch: a few bytes for each hundred kilobytes of it. Not
 * thread-safe.
 */
final class LogIndex {
  /** Large enough for a small index, small enough to be read through in a moment. */
  private static final long STRETCH_BYTES = 128 << 10;

  private final List<Stretch> stretches = new ArrayList<>();
  private final Map<Integer, Long> records = new HashMap<>();
  private final long begin;
  private GrowingStretch growing;

  /**
   * @param begin offset of the first frame
   */
  LogIndex(long begin) {
    this.begin = begin;
    growing = new GrowingStretch(begin, 0);
  }

  long begin() {
    return begin;
  }

  /** The stretches that are finished, in order. */
  List<Stretch> stretches() {
    return Collections.unmodifiableList(stretches);
  }

  /** The stretch at the end as it is now. */
  Stretch last() {
    return growing.finished();
  }

  long end() {
    return growing.end();
  }

  long lines() {
    return growing.linesAfter();
  }

  /** Looks through the whole index: opening a log needs none of it. */
  long lines(Channel channel) {
    long lines = lines(channel, last());
    for (Stretch stretch : stretches) {
      lines += lines(channel, stretch);
    }
    return lines;
  }

  private static long lines(Channel channel, Stretch stretch) {
    long lines = 0;
    Tally.Sources sources = stretch.tally().sources();
    while (sources.next()) {
      lines += sources.channel() == channel ? sources.lines() : 0;
    }
    return lines;
  }

  /** How many records of a process there are. */
  long records(int process) {
    return records.getOrDefault(process, 0L);
  }

  /** The entry lies at the end, with so many bytes in the file. */
  void add(Entry entry, long bytes) {
    growing.add(entry, bytes);
    if (entry instanceof Entry.Sent sent) {
      records.merge(sent.process(), 1L, Long::sum);
    }
  }

  /** A stretch that was finished earlier and follows what is here. */
  void restore(Stretch stretch) {
    stretches.add(stretch);
    stretch.records().forEach((process, count) -> records.merge(process, count, Long::sum));
    growing = new GrowingStretch(stretch.end(), stretch.linesAfter());
  }

  boolean isStretchFull() {
    return growing.end() - growing.offset() >= STRETCH_BYTES;
  }

  /** What comes now belongs to the next stretch. */
  void finishStretch() {
    if (growing.end() > growing.offset()) {
      stretches.add(growing.finished());
      growing = new GrowingStretch(growing.end(), growing.linesAfter());
    }
  }

  /** The first place where a line after the cursor may be that passes the filter. */
  Place placeOfLineAfter(long cursor, LogFilter filter) {
    return placeFrom(first(Stretch::linesAfter, cursor + 1), filter);
  }

  /** The first place at or behind an offset with lines that may pass the filter. */
  Place placeAt(long offset, LogFilter filter) {
    return placeFrom(first(Stretch::offset, offset), filter);
  }

  private Place placeFrom(int number, LogFilter filter) {
    for (int i = number; i < stretches.size(); i++) {
      Stretch stretch = stretches.get(i);
      if (filter.mayAccept(stretch)) {
        return new Place(stretch.offset(), stretch.linesBefore(), stretch.end());
      }
    }
    return new Place(growing.offset(), growing.linesBefore(), Place.OPEN);
  }

  /** Number of the first stretch where the property, which grows, is at least so much. */
  private int first(ToLongFunction<Stretch> property, long least) {
    int low = 0;
    int high = stretches.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (property.applyAsLong(stretches.get(middle)) < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
