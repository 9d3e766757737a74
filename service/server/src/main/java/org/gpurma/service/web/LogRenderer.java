package org.gpurma.service.web;

import java.io.IOException;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LineSource;
import org.gpurma.service.joblog.LogFilter;

/** Turns a log, from a cursor on, into the bytes of a format. Not thread-safe. */
final class LogRenderer implements AutoCloseable {
  private static final int BATCH = 512;
  private static final int ROOM = 256;

  private final LineSource reader;
  private final LogFormat format;
  private final LineJson json = new LineJson();
  private final Bytes bytes = new Bytes(ROOM);
  private int lines;

  LogRenderer(JobLog log, long after, LogFilter filter, LogFormat format) {
    this(log.reader(after, filter), format);
  }

  LogRenderer(LineSource reader, LogFormat format) {
    this.reader = reader;
    this.format = format;
  }

  /** The last line looked at, whether the filter let it through or not. */
  long cursor() {
    return reader.cursor();
  }

  /** How many lines the last bytes are. */
  int lines() {
    return lines;
  }

  /** The next lines that are there, a batch at most; empty where there are none. */
  byte[] next(long atMost, long last) throws IOException {
    bytes.clear();
    lines =
        reader.next((int) Math.min(atMost, BATCH), last, line -> format.append(line, json, bytes));
    return bytes.toArray();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
