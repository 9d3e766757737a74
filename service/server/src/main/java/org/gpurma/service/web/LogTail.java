package org.gpurma.service.web;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;

/**
 * The end of a log while it grows, rendered once for all who follow it in the same way: whoever
 * comes first renders what is new. What is older than the last few megabytes is forgotten; a
 * follower who was away for longer reads it for itself.
 */
final class LogTail implements AutoCloseable {
  private static final int MOST_PIECES = 2048;

  private final ReentrantLock lock = new ReentrantLock();
  private final IntSupplier mostBytes;
  private final LogRenderer renderer;
  private final Deque<Piece> pieces = new ArrayDeque<>();
  private int bytes;
  private long end;

  /**
   * Lines as they are sent.
   *
   * @param after the cursor of the line before them
   * @param upTo the cursor of the last line that was looked at
   */
  record Piece(long after, long upTo, byte[] bytes) {}

  /**
   * Begins where the log ends now.
   *
   * @param mostBytes that are kept, at this moment
   */
  LogTail(JobLog log, LogFilter filter, LogFormat format, IntSupplier mostBytes) {
    this.mostBytes = mostBytes;
    end = log.lines();
    renderer = new LogRenderer(log, end, filter, format);
  }

  /** What follows the cursor, if a piece begins there and there is anything. */
  Optional<Piece> after(long cursor) throws IOException {
    lock.lock();
    try {
      if (cursor >= end) {
        renderUpTo(cursor + 1);
      }
      // From the end: most followers are close to it.
      return pieces.reversed().stream()
          .takeWhile(piece -> piece.after() >= cursor)
          .filter(piece -> piece.after() == cursor)
          .findFirst();
    } finally {
      lock.unlock();
    }
  }

  /** The first cursor, from this one on, where a piece begins or will begin. */
  long beginFrom(long cursor) {
    lock.lock();
    try {
      return pieces.stream()
          .mapToLong(Piece::after)
          .filter(after -> after >= cursor)
          .findFirst()
          .orElse(Math.max(end, cursor));
    } finally {
      lock.unlock();
    }
  }

  private void renderUpTo(long line) throws IOException {
    boolean more = true;
    while (more && end < line) {
      byte[] rendered = renderer.next(Integer.MAX_VALUE, Long.MAX_VALUE);
      more = renderer.cursor() > end;
      if (more) {
        add(new Piece(end, renderer.cursor(), rendered));
      }
    }
  }

  private void add(Piece piece) {
    pieces.add(piece);
    bytes += piece.bytes().length;
    end = piece.upTo();
    int most = mostBytes.getAsInt();
    while (pieces.size() > MOST_PIECES || (bytes > most && pieces.size() > 1)) {
      bytes -= pieces.remove().bytes().length;
    }
  }

  @Override
  public void close() throws IOException {
    renderer.close();
  }
}
