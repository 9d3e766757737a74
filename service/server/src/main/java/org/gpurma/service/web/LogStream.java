package org.gpurma.service.web;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;
import org.gpurma.service.joblog.LogLine;
import org.gpurma.service.joblog.LogReader;
import tools.jackson.databind.json.JsonMapper;

/** Writes log lines to a client. It blocks on a slow one, on that client's own virtual thread. */
final class LogStream {
  private static final Duration HEARTBEAT = Duration.ofSeconds(10);
  private static final int BATCH = 256;

  private final JobLog log;
  private final OutputStream out;
  private final LogFormat format;
  private final JsonMapper json;

  LogStream(JobLog log, OutputStream out, LogFormat format, JsonMapper json) {
    this.log = log;
    this.out = out;
    this.format = format;
    this.json = json;
  }

  /** The lines that are there. */
  void copy(long after, LogFilter filter) throws IOException {
    try (LogReader reader = log.reader(after, filter)) {
      copyRest(reader);
    }
  }

  /** Also those that come, until the job has ended; no end is sent when only the service stops. */
  void follow(long after, LogFilter filter, BooleanSupplier ended, Supplier<LogEnd> end)
      throws IOException, InterruptedException {
    try (LogReader reader = log.reader(after, filter)) {
      copyRest(reader);
      out.flush();
      while (!log.sealed() || log.lines() > reader.cursor()) {
        if (!log.await(reader.cursor(), HEARTBEAT)) {
          send(format.heartbeat());
        }
        copyRest(reader);
        out.flush();
      }
      if (ended.getAsBoolean()) {
        send(format.end(end.get(), json));
      }
    }
  }

  private void copyRest(LogReader reader) throws IOException {
    long before;
    do {
      before = reader.cursor();
      List<LogLine> lines = reader.next(BATCH);
      var text = new StringBuilder();
      lines.forEach(line -> text.append(format.line(line, json)));
      if (!text.isEmpty()) {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      }
    } while (reader.cursor() > before);
  }

  private void send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
