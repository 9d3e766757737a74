package org.gpurma.runtime.report;

import com.google.protobuf.CodedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.gpurma.wire.SpooledRecord;

/**
 * The records of a process, in a file that outlives it; the wire contract draws it. Records are
 * numbered from 0, in the order in which they reach the file. What is flushed survives the end of
 * the process in any form. Thread-safe.
 */
public final class Spool implements Closeable {

  private static final int SCAN_BYTES = 1 << 20;

  private final Path file;
  private final FileChannel channel;
  private final SpoolWriter single = new SpoolWriter(this);
  private long nextIndex;
  private Runnable onFlush = () -> {};

  /** Opens a spool; one that is there goes on after its last whole record. */
  public static Spool open(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ);
    if (channel.size() < SpoolFormat.HEADER_BYTES) {
      channel.truncate(0);
      writeFully(channel, SpoolFormat.header());
    }
    SpoolReader whole = SpoolReader.of(channel);
    while (!whole.isAtDamage() && !whole.next(SCAN_BYTES).isEmpty()) {
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
    return SpoolReader.open(file);
  }

  /** For one thread that has much to say. */
  public SpoolWriter writer() {
    return new SpoolWriter(this);
  }

  /** Called after each flush that wrote records. */
  public synchronized void onFlush(Runnable listener) {
    onFlush = listener;
  }

  /** Dates the record. */
  public synchronized void append(SpooledRecord.Builder builder) {
    SpooledRecord record = builder.setHostTimeNs(HostClock.nanos()).build();
    ByteBuffer bytes = single.begin(record.getSerializedSize());
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      record.writeTo(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    single.end();
  }

  public synchronized void flush() {
    single.flush();
  }

  /** Takes whole records as they lie in the file. */
  synchronized void write(ByteBuffer records, int count) {
    try {
      writeFully(channel, records);
    } catch (IOException e) {
      throw new UncheckedIOException("the spool " + file + " cannot be written", e);
    }
    nextIndex += count;
    onFlush.run();
  }

  /** Index of the next record to reach the file. */
  public synchronized long nextIndex() {
    return nextIndex;
  }

  @Override
  public synchronized void close() throws IOException {
    flush();
    channel.close();
  }

  private static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }
}
