package org.gpurma.service.joblog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final Path file;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final LineIndex index = new LineIndex();
  private final Map<Integer, Long> nextIndex = new HashMap<>();
  private final Map<Channel, Long> linesOfChannel = new HashMap<>();
  private FileChannel writer;
  private long size;
  private boolean sealed;

  private JobLog(Path file) {
    this.file = file;
  }

  public static JobLog open(Path file) {
    var log = new JobLog(file);
    try {
      Files.createDirectories(file.getParent());
      if (Files.exists(file)) {
        log.recover();
      }
      return log;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void recover() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long length = channel.size();
      var reader = new Frames.Reader(channel, 0);
      long offset = 0;
      Optional<Entry> entry = reader.next(length);
      while (entry.isPresent()) {
        account(entry.get(), offset);
        offset = reader.position();
        entry = reader.next(length);
      }
      size = offset;
    }
  }

  private void account(Entry entry, long offset) {
    entry
        .line(0)
        .ifPresent(
            line -> {
              index.add(offset);
              linesOfChannel.merge(line.channel(), 1L, Long::sum);
            });
    if (entry instanceof Entry.Reported reported) {
      nextIndex.put(reported.process(), reported.record().getIndex() + 1);
    }
  }

  public void append(List<? extends Entry> entries) {
    lock.lock();
    try {
      List<byte[]> frames = new ArrayList<>();
      int bytes = 0;
      for (Entry entry : entries) {
        byte[] frame = Frames.encode(entry);
        frames.add(frame);
        bytes += frame.length;
      }
      ByteBuffer batch = ByteBuffer.allocate(bytes);
      frames.forEach(batch::put);
      write(batch.flip());
      for (int i = 0; i < frames.size(); i++) {
        account(entries.get(i), size);
        size += frames.get(i).length;
      }
      changed.signalAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      lock.unlock();
    }
  }

  /** Always at the end of the last whole entry, also after a write that failed halfway. */
  private void write(ByteBuffer batch) throws IOException {
    if (sealed) {
      throw new IllegalStateException("the log is closed: " + file);
    }
    if (writer == null) {
      writer = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      writer.truncate(size);
    }
    long position = size;
    while (batch.hasRemaining()) {
      position += writer.write(batch, position);
    }
  }

  public void write(Channel channel, String text) {
    append(List.of(new Entry.Written(channel, Instant.now(), text)));
  }

  public void writeLines(Channel channel, List<String> lines) {
    Instant now = Instant.now();
    append(lines.stream().map(line -> new Entry.Written(channel, now, line)).toList());
  }

  /** Index of the first record of a process that the log does not hold yet. */
  public long nextIndex(int process) {
    lock.lock();
    try {
      return nextIndex.getOrDefault(process, 0L);
    } finally {
      lock.unlock();
    }
  }

  public long lines() {
    lock.lock();
    try {
      return index.lines();
    } finally {
      lock.unlock();
    }
  }

  public long lines(Channel channel) {
    lock.lock();
    try {
      return linesOfChannel.getOrDefault(channel, 0L);
    } finally {
      lock.unlock();
    }
  }

  /** Nothing comes after this; followers end. */
  public void seal() {
    lock.lock();
    try {
      sealed = true;
      changed.signalAll();
      if (writer != null) {
        writer.force(true);
        writer.close();
        writer = null;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      lock.unlock();
    }
  }

  public boolean sealed() {
    lock.lock();
    try {
      return sealed;
    } finally {
      lock.unlock();
    }
  }

  /** True once there is a line after the cursor or never will be; false after the timeout. */
  public boolean await(long cursor, Duration timeout) throws InterruptedException {
    long left = timeout.toNanos();
    lock.lock();
    try {
      while (index.lines() <= cursor && !sealed) {
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

  /** Everything that processes have reported so far, in the order it came. */
  public void replay(Consumer<Entry.Reported> consumer) {
    if (!Files.exists(file)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      var reader = new Frames.Reader(channel, 0);
      long limit = size();
      Optional<Entry> entry = reader.next(limit);
      while (entry.isPresent()) {
        if (entry.get() instanceof Entry.Reported reported) {
          consumer.accept(reported);
        }
        entry = reader.next(limit);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path file() {
    return file;
  }

  long size() {
    lock.lock();
    try {
      return size;
    } finally {
      lock.unlock();
    }
  }

  LineIndex.Start startAfter(long cursor) {
    lock.lock();
    try {
      return index.startAfter(cursor);
    } finally {
      lock.unlock();
    }
  }
}
