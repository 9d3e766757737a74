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

/** Writes log lines to a client. It blocks on a slow one, on that client's own virtual thread. */
final class LogStream {
  private static final Duration HEARTBEAT = Duration.ofSeconds(10);

  /**
   * Between two looks of a follower. Lines come in many small batches, and each look has its price,
   * for hundreds of followers at a time; nobody sees the difference.
   */
  private static final Duration PAUSE = Duration.ofMillis(25);

  private static final int BATCH = 256;

  private final JobLog log;
  private final OutputStream out;
  private final LogFormat format;
  private final LineJson json = new LineJson();

  LogStream(JobLog log, OutputStream out, LogFormat format) {
    this.log = log;
    this.out = out;
    this.format = format;
  }

  /** The lines that are there, at most so many. */
  void copy(long after, LogFilter filter, long atMost) throws IOException {
    try (LogReader reader = log.reader(after, filter)) {
      long left = atMost;
      int copied;
      do {
        copied = copyBatch(reader, (int) Math.min(left, BATCH));
        left -= copied;
      } while (copied > 0);
    }
  }

  /** Also those that come, until the job has ended; no end is sent when only the service stops. */
  void follow(long after, LogFilter filter, BooleanSupplier ended, Supplier<LogEnd> end)
      throws IOException, InterruptedException {
    try (LogReader reader = log.reader(after, filter)) {
      copyRest(reader);
      out.flush();
      long lastSent = System.nanoTime();
      while (!log.sealed() || log.lines() > reader.cursor()) {
        log.await(reader.cursor(), HEARTBEAT);
        if (copyRest(reader)) {
          out.flush();
          lastSent = System.nanoTime();
        } else if (System.nanoTime() - lastSent >= HEARTBEAT.toNanos()) {
          // Also where lines come that the filter does not want.
          send(format.heartbeat());
          lastSent = System.nanoTime();
        }
        if (!log.sealed()) {
          Thread.sleep(PAUSE);
        }
      }
      if (ended.getAsBoolean()) {
        send(format.end(end.get()));
      }
    }
  }

  /** Up to the end of what has been written; returns whether there was anything. */
  private boolean copyRest(LogReader reader) throws IOException {
    boolean any = false;
    while (copyBatch(reader, BATCH) > 0) {
      any = true;
    }
    return any;
  }

  /** Returns how many lines there were. */
  private int copyBatch(LogReader reader, int atMost) throws IOException {
    List<LogLine> lines = reader.next(atMost);
    if (!lines.isEmpty()) {
      var text = new StringBuilder();
      lines.forEach(line -> format.append(line, json, text));
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
    return lines.size();
  }

  private void send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
