package org.gpurma.service.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;
import org.gpurma.service.joblog.LogLine;
import org.gpurma.service.joblog.LogReader;

/** Turns a log, from a cursor on, into the bytes of a format. Not thread-safe. */
final class LogRenderer implements AutoCloseable {
  private static final int BATCH = 256;
  private static final int BYTES_OF_A_LINE = 160;

  private final LogReader reader;
  private final LogFormat format;
  private final LineJson json = new LineJson();
  private int lines;

  LogRenderer(JobLog log, long after, LogFilter filter, LogFormat format) {
    this.reader = log.reader(after, filter);
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
    List<LogLine> next = reader.next((int) Math.min(atMost, BATCH), last);
    lines = next.size();
    var text = new StringBuilder(lines * BYTES_OF_A_LINE);
    next.forEach(line -> format.append(line, json, text));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
