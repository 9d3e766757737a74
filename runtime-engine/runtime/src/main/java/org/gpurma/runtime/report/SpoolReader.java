package org.gpurma.runtime.report;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.wire.Protocol;
import org.gpurma.wire.SpooledRecord;

/** Reads whole records of a spool, batch by batch; half a record at the end is not there yet. */
public final class SpoolReader implements Closeable {

  private final FileChannel channel;
  private long position = SpoolFormat.HEADER_BYTES;
  private long nextIndex;
  private long batchEnd = SpoolFormat.HEADER_BYTES;
  private long batchNextIndex;
  private boolean atDamage;

  /** Opens a spool that there is, also one that still grows. */
  public static SpoolReader open(Path file) throws IOException {
    return of(FileChannel.open(file, StandardOpenOption.READ));
  }

  static SpoolReader of(FileChannel channel) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(SpoolFormat.HEADER_BYTES);
    read(channel, header, 0);
    if (!header.flip().equals(SpoolFormat.header())) {
      throw new IOException(
          "this is no spool of version %d of the wire contract".formatted(Protocol.CURRENT_VALUE));
    }
    return new SpoolReader(channel);
  }

  private SpoolReader(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * The records that follow, without going past them.
   *
   * @param mostBytes of the file to look at; a longer record comes alone
   */
  public List<SpooledRecord> next(int mostBytes) throws IOException {
    List<SpooledRecord> records = parse(mostBytes);
    long left = channel.size() - position;
    if (records.isEmpty() && !atDamage && left > mostBytes) {
      long most = SpoolFormat.PREFIX_BYTES + SpoolFormat.MOST_BYTES;
      records = parse((int) Math.min(left, most));
    }
    return records;
  }

  /** Goes past the records that {@link #next} returned last. */
  public void advance() {
    position = batchEnd;
    nextIndex = batchNextIndex;
  }

  /** Goes to the record of that index, or to the end where there is none yet. */
  public void seek(long index) throws IOException {
    if (index < nextIndex) {
      position = SpoolFormat.HEADER_BYTES;
      nextIndex = 0;
    }
    ByteBuffer prefix = ByteBuffer.allocate(SpoolFormat.PREFIX_BYTES);
    while (nextIndex < index && skip(prefix.clear())) {
      nextIndex++;
    }
  }

  /** Index of the record at the position. */
  public long nextIndex() {
    return nextIndex;
  }

  /** Index after the last record that {@link #next} returned. */
  public long batchNextIndex() {
    return batchNextIndex;
  }

  /** Whether what follows the last records is no record and never will be one. */
  public boolean isAtDamage() {
    return atDamage;
  }

  long position() {
    return position;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private boolean skip(ByteBuffer prefix) throws IOException {
    read(channel, prefix, position);
    if (prefix.hasRemaining() || !isLength(prefix.getInt(0))) {
      return false;
    }
    long end = position + SpoolFormat.PREFIX_BYTES + prefix.getInt(0);
    if (end > channel.size()) {
      return false;
    }
    position = end;
    return true;
  }

  private List<SpooledRecord> parse(int mostBytes) throws IOException {
    int length = (int) Math.min(mostBytes, channel.size() - position);
    ByteBuffer bytes = ByteBuffer.allocate(Math.max(0, length));
    read(channel, bytes, position);
    bytes.flip();
    List<SpooledRecord> records = new ArrayList<>();
    batchEnd = position;
    batchNextIndex = nextIndex;
    while (bytes.remaining() >= SpoolFormat.PREFIX_BYTES) {
      int at = bytes.position();
      int recordBytes = bytes.getInt(at);
      atDamage = !isLength(recordBytes);
      if (atDamage || bytes.remaining() - SpoolFormat.PREFIX_BYTES < recordBytes) {
        return records;
      }
      ByteBuffer record = bytes.slice(at + SpoolFormat.PREFIX_BYTES, recordBytes);
      atDamage = SpoolFormat.checksum(record.duplicate()) != bytes.getInt(at + Integer.BYTES);
      if (atDamage) {
        return records;
      }
      records.add(SpooledRecord.parseFrom(record));
      bytes.position(at + SpoolFormat.PREFIX_BYTES + recordBytes);
      batchEnd = position + bytes.position();
      batchNextIndex++;
    }
    return records;
  }

  /** No record is empty: zeros are what a file system leaves where it lost something. */
  private static boolean isLength(int bytes) {
    return bytes > 0 && bytes <= SpoolFormat.MOST_BYTES;
  }

  private static void read(FileChannel channel, ByteBuffer bytes, long position)
      throws IOException {
    long start = position - bytes.position();
    while (bytes.hasRemaining() && channel.read(bytes, start + bytes.position()) > 0) {
      // Reads go on until the buffer is full or the file ends.
    }
  }
}
