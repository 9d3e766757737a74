package org.gpurma.service.joblog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The log of one attempt: an append-only file of everything its processes reported and everything
 * the service did.
 *
 * <p>It is written in one go a batch, so a crash of the service loses nothing that was
 * acknowledged; what a torn write left behind is cut off when the file is opened again.
 */
public final class JobLog {
  private final LogFile file;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile End end;

  /** How far the log goes, for all that read it while it grows. */
  record End(long size, long lines, boolean sealed) {}

  private JobLog(LogFile file) {
    this.file = file;
    end = new End(file.index().end(), file.index().lines(), false);
  }

  /** The log in files of which the first has that name. */
  public static JobLog open(Path file) {
    return open(new SegmentFiles(file), LogStore.indexBeside(file));
  }

  static JobLog open(LogBytes bytes, LogBytes index) {
    try {
      LogFile opened = LogFile.open(bytes, index);
      var log = new JobLog(opened);
      opened.loss().ifPresent(loss -> log.writeGap(Source.NONE, loss.gap(), loss.text()));
      return log;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void append(List<? extends Entry> entries) {
    lock.lock();
    try {
      if (end.sealed()) {
        throw new IllegalStateException("the log is closed: " + file.bytes());
      }
      file.append(entries);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      publish(end.sealed());
      lock.unlock();
    }
  }

  private void publish(boolean sealed) {
    end = new End(file.index().end(), file.index().lines(), sealed);
    changed.signalAll();
  }

  public void write(Channel channel, String text) {
    write(channel, Level.INFO, text);
  }

  public void write(Channel channel, Level level, String text) {
    append(List.of(new Entry.Written(channel, level, Instant.now(), text)));
  }

  /**
   * What is missing, as the log has it from now on.
   *
   * @param process whose records are missing; {@link Source#NONE} where lines are
   */
  public void writeGap(int process, Gap gap, String text) {
    append(
        List.of(
            new Entry.Written(
                Channel.SERVICE, Level.WARNING, Instant.now(), "gap: " + text, process, gap)));
  }

  public void writeLines(Channel channel, List<String> lines) {
    Instant now = Instant.now();
    append(lines.stream().map(line -> new Entry.Written(channel, Level.INFO, now, line)).toList());
  }

  /** Index of the first record of a process that the log does not hold yet. */
  public long nextIndex(int process) {
    lock.lock();
    try {
      return file.index().records(process);
    } finally {
      lock.unlock();
    }
  }

  public long lines() {
    return end.lines();
  }

  public long lines(Channel channel) {
    lock.lock();
    try {
      return file.index().lines(channel);
    } finally {
      lock.unlock();
    }
  }

  /** Nothing comes after this; followers end. */
  public void seal() {
    if (end.sealed()) {
      return;
    }
    lock.lock();
    try {
      publish(true);
      file.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      lock.unlock();
    }
  }

  public boolean sealed() {
    return end.sealed();
  }

  /** True once there is a line after the cursor or never will be; false after the timeout. */
  public boolean await(long cursor, Duration timeout) throws InterruptedException {
    if (end.lines() > cursor || end.sealed()) {
      return true;
    }
    long left = timeout.toNanos();
    lock.lock();
    try {
      while (end.lines() <= cursor && !end.sealed()) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  public LogReader reader(long after, LogFilter filter) {
    return new LogReader(this, after, filter);
  }

  /** What there is now, by time. */
  public LineSource readerByTime(LogFilter filter) {
    return new LinesByTime(this, filter);
  }

  /** Everything but lines that processes have reported so far, in the order it came. */
  public void replay(Consumer<Entry.Reported> consumer) {
    try {
      LogReplay.run(this, consumer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  LogBytes.Reading read() {
    return file.bytes().read();
  }

  End end() {
    return end;
  }

  Place placeOfLineAfter(long cursor, LogFilter filter) {
    lock.lock();
    try {
      return file.index().placeOfLineAfter(cursor, filter);
    } finally {
      lock.unlock();
    }
  }

  Place placeAt(long offset, LogFilter filter) {
    lock.lock();
    try {
      return file.index().placeAt(offset, filter);
    } finally {
      lock.unlock();
    }
  }

  /** The stretches of the index from a number on, the one that still grows included. */
  List<Stretch> stretchesFrom(int number) {
    lock.lock();
    try {
      List<Stretch> finished = file.index().stretches();
      List<Stretch> found = new ArrayList<>(finished.subList(number, finished.size()));
      found.add(file.index().last());
      return found;
    } finally {
      lock.unlock();
    }
  }

  /** Where to go on behind a damaged frame: at the next stretch, or else at the end. */
  Place placeBehind(long damaged) {
    lock.lock();
    try {
      Place place = file.index().placeAt(damaged + 1, LogFilter.ALL);
      return place.offset() > damaged
          ? place
          : new Place(file.index().end(), file.index().lines(), Place.OPEN);
    } finally {
      lock.unlock();
    }
  }
}
