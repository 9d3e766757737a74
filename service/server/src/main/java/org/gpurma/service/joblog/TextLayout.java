package org.gpurma.service.joblog;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How long the lines that a log holds now are as text, and which of them a byte of it belongs to: a
 * transfer that broke off is taken up there. The index knows most of it; what is damaged, where a
 * line says so, only the log itself does. So all of it is read, as fast as a checksum is made.
 */
public final class TextLayout {
  private final JobLog log;
  private final LogFilter filter;
  private final Lead lead;
  private final List<Stretch> stretches = new ArrayList<>();

  /** Bytes before each stretch, and, behind the last, all of them. */
  private final long[] before;

  /** What a line takes besides its text. */
  @FunctionalInterface
  public interface Lead {
    int bytes(Channel channel, long rank);
  }

  /**
   * A byte of the text.
   *
   * @param after the cursor to read on after
   * @param skip bytes of the text of what is read then, before it
   */
  public record Spot(long after, long skip) {}

  public TextLayout(JobLog log, LogFilter filter, Lead lead) throws IOException {
    this.log = log;
    this.filter = filter;
    this.lead = lead;
    for (Stretch stretch : log.stretchesFrom(0)) {
      if (stretch.lines() > 0) {
        stretches.add(stretch);
      }
    }
    before = new long[stretches.size() + 1];
    try (LogBytes.Reading file = log.read()) {
      var frames = new Frames.Reader(file, 0);
      for (int i = 0; i < stretches.size(); i++) {
        before[i + 1] = before[i] + bytes(stretches.get(i), frames);
      }
    }
  }

  private long bytes(Stretch stretch, Frames.Reader frames) throws IOException {
    if (!filter.mayAccept(stretch)) {
      return 0;
    }
    return filter.count(stretch).isPresent() && isWhole(stretch, frames)
        ? bytesOfSources(stretch)
        : bytesOfLines(stretch.linesBefore(), stretch.linesAfter());
  }

  private static boolean isWhole(Stretch stretch, Frames.Reader frames) throws IOException {
    frames.seek(stretch.offset());
    while (frames.position() < stretch.end()) {
      if (frames.next(stretch.end()).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private long bytesOfSources(Stretch stretch) {
    long bytes = 0;
    Tally.Sources sources = stretch.tally().sources();
    while (sources.next()) {
      if (filter.accepts(sources)) {
        bytes += sources.lines() * lead.bytes(sources.channel(), sources.rank());
        bytes += sources.textBytes();
      }
    }
    return bytes;
  }

  private long bytesOfLines(long after, long last) throws IOException {
    long[] bytes = new long[1];
    try (LogReader reader = log.reader(after, filter)) {
      reader.next(
          Integer.MAX_VALUE,
          last,
          line -> {
            Source source = line.source();
            bytes[0] += lead.bytes(source.channel(), source.rank());
            bytes[0] += Utf8.bytes(line.array(), line.from(), line.length());
          });
    }
    return bytes[0];
  }

  /** Of the whole text. */
  public long bytes() {
    return before[stretches.size()];
  }

  /** The cursor of the last line that belongs to it. */
  public long end() {
    return stretches.isEmpty() ? 0 : stretches.getLast().linesAfter();
  }

  /** Takes the number of a byte that there is. */
  public Spot at(long offset) {
    int found = Arrays.binarySearch(before, offset + 1);
    int number = (found >= 0 ? found : -found - 1) - 1;
    return new Spot(stretches.get(number).linesBefore(), offset - before[number]);
  }
}
