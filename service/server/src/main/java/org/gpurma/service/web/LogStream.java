package org.gpurma.service.web;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;

/**
 * Writes log lines to a client. It blocks on a slow one, on that client's own virtual thread, and
 * cuts it off where a piece takes it too long; one that takes nothing at all is the web server's to
 * cut off.
 */
final class LogStream {
  /**
   * Between two looks of a follower. Lines come in many small batches, and each look has its price,
   * for hundreds of followers at a time; nobody sees the difference.
   */
  private static final Duration PAUSE = Duration.ofMillis(25);

  static final Pace PACE = new Pace(Duration.ofSeconds(10), Duration.ofSeconds(10));

  /**
   * @param heartbeat without a line for so long, a follower is told that there is none
   * @param patience the longest time that a client may take for one piece of some hundred lines
   */
  record Pace(Duration heartbeat, Duration patience) {}

  private static final byte[] NOTHING = {};

  private final JobLog log;
  private final LogFilter filter;
  private final LogFormat format;
  private final OutputStream out;
  private final Pace pace;
  private long cursor;
  private boolean following;
  private boolean tooSlow;

  /**
   * @param after the cursor of the line before the first one
   */
  LogStream(JobLog log, LogFilter filter, LogFormat format, OutputStream out, long after) {
    this(log, filter, format, out, after, PACE);
  }

  LogStream(
      JobLog log, LogFilter filter, LogFormat format, OutputStream out, long after, Pace pace) {
    this.pace = pace;
    this.log = log;
    this.filter = filter;
    this.format = format;
    this.out = out;
    this.cursor = after;
  }

  /** The lines that are there, at most so many. */
  void copy(long atMost) throws IOException {
    copy(atMost, Long.MAX_VALUE);
  }

  /** The lines that are there, at most so many, by time. */
  void copyByTime(long atMost) throws IOException {
    try (LogRenderer renderer = new LogRenderer(log.readerByTime(filter), format)) {
      copy(renderer, atMost, Long.MAX_VALUE);
    }
  }

  /** Also those that come, until the job has ended; no end is sent when only the service stops. */
  void follow(LogTails tails, BooleanSupplier ended, Supplier<LogEnd> end)
      throws IOException, InterruptedException {
    following = true;
    try (LogTails.Membership membership = tails.join(log, filter, format)) {
      sendRest(membership.tail());
      out.flush();
      long lastSent = System.nanoTime();
      while (!tooSlow && (!log.sealed() || log.lines() > cursor)) {
        log.await(cursor, pace.heartbeat());
        if (sendRest(membership.tail())) {
          out.flush();
          lastSent = System.nanoTime();
        } else if (System.nanoTime() - lastSent >= pace.heartbeat().toNanos()) {
          // Also where lines come that the filter does not want.
          send(format.heartbeat());
          lastSent = System.nanoTime();
        }
        if (!log.sealed()) {
          Thread.sleep(PAUSE);
        }
      }
    }
    if (tooSlow) {
      send(
          format.cut(new LogCut(cursor, "a piece of the log took longer than " + pace.patience())));
    } else if (ended.getAsBoolean()) {
      send(format.end(end.get()));
    }
  }

  /** Up to the end of what has been written; returns whether there was anything to send. */
  private boolean sendRest(LogTail tail) throws IOException {
    boolean any = false;
    while (!tooSlow) {
      Optional<LogTail.Piece> piece = tail.after(cursor);
      if (piece.isPresent()) {
        byte[] bytes = piece.get().bytes();
        write(bytes);
        any |= bytes.length > 0;
        cursor = piece.get().upTo();
      } else {
        long before = cursor;
        any |= copy(Long.MAX_VALUE, tail.beginFrom(cursor));
        if (cursor == before) {
          return any;
        }
      }
    }
    return any;
  }

  private void write(byte[] bytes) throws IOException {
    long begin = System.nanoTime();
    out.write(bytes);
    tooSlow |= following && System.nanoTime() - begin > pace.patience().toNanos();
  }

  /** Returns whether there was anything to send. */
  private boolean copy(long atMost, long last) throws IOException {
    if (last <= cursor) {
      return false;
    }
    try (LogRenderer renderer = new LogRenderer(log, cursor, filter, format)) {
      boolean any = copy(renderer, atMost, last);
      cursor = renderer.cursor();
      return any;
    }
  }

  private boolean copy(LogRenderer renderer, long atMost, long last) throws IOException {
    long left = atMost;
    boolean any = false;
    byte[] bytes = renderer.next(left, last);
    while (bytes.length > 0) {
      any = true;
      write(bytes);
      left -= renderer.lines();
      bytes = tooSlow ? NOTHING : renderer.next(left, last);
    }
    return any;
  }

  private void send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
