package org.gpurma.service.joblog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a log from a cursor on, with a file handle of its own, so that no reader holds up a writer.
 */
public final class LogReader implements AutoCloseable {
  private static final Source DAMAGE =
      new Source(Channel.SERVICE, Level.WARNING, Source.NONE, Source.NONE);

  private final JobLog log;
  private final LogFilter filter;
  private FileChannel file;
  private Frames.Reader frames;
  private Place place;
  private Instant time = Instant.EPOCH;

  /** The last line handed out, or passed because the filter does not want it. */
  private long cursor;

  /** The last line of the frames that were read. */
  private long passed;

  /** Lines of the last frame, and how many of them were handed out. */
  private List<LogLine> lines = List.of();

  private int taken;

  LogReader(JobLog log, long after, LogFilter filter) {
    this.log = log;
    this.filter = filter;
    this.cursor = after;
  }

  /** The last line looked at, whether the filter let it through or not. */
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
    if (frames == null && !begin()) {
      return next;
    }
    cursor = Math.max(cursor, lookedAt(last));
    while (next.size() < atMost && cursor < last && (taken < lines.size() || readOn())) {
      while (taken < lines.size() && next.size() < atMost && lines.get(taken).cursor() <= last) {
        next.add(lines.get(taken));
        taken++;
      }
      cursor = Math.max(cursor, lookedAt(last));
    }
    return next;
  }

  private long lookedAt(long last) {
    return Math.min(last, taken < lines.size() ? lines.get(taken).cursor() - 1 : passed);
  }

  private boolean begin() throws IOException {
    if (!Files.exists(log.file())) {
      return false;
    }
    file = FileChannel.open(log.file(), StandardOpenOption.READ);
    frames = new Frames.Reader(file, 0);
    skipTo(log.placeOfLineAfter(cursor, filter));
    return true;
  }

  /** The filter wants nothing of what lies between. */
  private void skipTo(Place next) {
    goTo(next);
    cursor = Math.max(cursor, passed);
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
    if (passed > cursor && filter.accepts(entry)) {
      handOut(chosen(entry.lines(before)));
      time = lines.isEmpty() ? time : lines.getLast().time();
    } else {
      handOut(List.of());
    }
  }

  private List<LogLine> chosen(List<LogLine> found) {
    return filter.text().isAny()
        ? found
        : found.stream().filter(line -> filter.text().isIn(line.text())).toList();
  }

  private void handOut(List<LogLine> found) {
    lines = found;
    taken = 0;
    while (taken < lines.size() && lines.get(taken).cursor() <= cursor) {
      taken++;
    }
  }

  /** What cannot be read is a line, which stands for all that are lost. */
  private void passDamage() {
    long first = Math.max(passed, cursor) + 1;
    goTo(log.placeBehind(frames.position()));
    boolean tell = passed >= first && filter.accepts(DAMAGE);
    handOut(tell ? List.of(gap(first, passed)) : List.of());
  }

  private LogLine gap(long first, long last) {
    String text =
        "gap: lines %d to %d cannot be read, the log file is damaged".formatted(first, last);
    return new LogLine(
        last,
        DAMAGE.channel(),
        DAMAGE.level(),
        null,
        null,
        null,
        null,
        time,
        text,
        new Gap(Gap.Of.LOG, first, last));
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
