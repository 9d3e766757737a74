package org.gpurma.service.joblog;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a log from a cursor on, with a file handle of its own, so that no reader holds up a writer.
 */
public final class LogReader implements AutoCloseable {
  private final JobLog log;
  private final LogFilter filter;
  private FileChannel file;
  private Frames.Reader frames;
  private long cursor;
  private long passed;

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
    List<LogLine> lines = new ArrayList<>();
    if (frames == null && !begin()) {
      return lines;
    }
    long limit = log.size();
    while (lines.size() < atMost) {
      Optional<Entry> entry = frames.next(limit);
      if (entry.isEmpty()) {
        return lines;
      }
      Optional<LogLine> line = entry.get().line(passed + 1);
      if (line.isPresent()) {
        passed++;
        take(line.get(), lines);
      }
    }
    return lines;
  }

  private void take(LogLine line, List<LogLine> lines) {
    if (line.cursor() > cursor) {
      cursor = line.cursor();
      if (filter.accepts(line)) {
        lines.add(line);
      }
    }
  }

  private boolean begin() throws IOException {
    if (!Files.exists(log.file())) {
      return false;
    }
    LineIndex.Start start = log.startAfter(cursor);
    file = FileChannel.open(log.file(), StandardOpenOption.READ);
    frames = new Frames.Reader(file, start.offset());
    passed = start.cursorBefore();
    return true;
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
