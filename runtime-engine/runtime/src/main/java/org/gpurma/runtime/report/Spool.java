package org.gpurma.runtime.report;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.gpurma.wire.SpooledRecord;

/**
 * The records of a process, in a file that outlives it: a sequence of length-delimited messages.
 * Records are numbered from 0. What is flushed survives the end of the process in any form.
 * Thread-safe.
 */
public final class Spool implements Closeable {

  private static final int BATCH_BYTES = 64 * 1024;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Path file;
  private final FileChannel channel;
  private final ByteArrayOutputStream batch = new ByteArrayOutputStream();
  private long nextIndex;
  private Runnable onFlush = () -> {};

  /** Opens a spool; one that is there goes on after its last whole record. */
  public static Spool open(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ);
    SpoolReader whole = new SpoolReader(channel);
    while (!whole.next(BATCH_BYTES).isEmpty()) {
      whole.advance();
    }
    channel.truncate(whole.position());
    channel.position(whole.position());
    return new Spool(file, channel, whole.nextIndex());
  }

  private Spool(Path file, FileChannel channel, long nextIndex) {
    this.file = file;
    this.channel = channel;
    this.nextIndex = nextIndex;
  }

  /** Reads this spool from its beginning, also while it grows. */
  public SpoolReader reader() throws IOException {
    return new SpoolReader(FileChannel.open(file, StandardOpenOption.READ));
  }

  /** Called after each flush that wrote records. */
  public synchronized void onFlush(Runnable listener) {
    onFlush = listener;
  }

  /** Numbers and dates the record. */
  public synchronized void append(SpooledRecord.Builder builder) {
    Instant now = Instant.now();
    SpooledRecord record =
        builder
            .setIndex(nextIndex++)
            .setHostTimeNs(now.getEpochSecond() * NANOS_PER_SECOND + now.getNano())
            .build();
    try {
      record.writeDelimitedTo(batch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (batch.size() >= BATCH_BYTES) {
      flush();
    }
  }

  public synchronized void flush() {
    if (batch.size() == 0) {
      return;
    }
    ByteBuffer bytes = ByteBuffer.wrap(batch.toByteArray());
    batch.reset();
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the spool " + file + " cannot be written", e);
    }
    onFlush.run();
  }

  /** Index of the next record. */
  public synchronized long nextIndex() {
    return nextIndex;
  }

  @Override
  public synchronized void close() throws IOException {
    flush();
    channel.close();
  }
}
