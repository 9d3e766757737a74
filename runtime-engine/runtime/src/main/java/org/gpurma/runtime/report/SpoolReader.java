package org.gpurma.runtime.report;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.wire.SpooledRecord;

/** Reads whole records of a spool, batch by batch; half a record at the end is not there yet. */
public final class SpoolReader implements Closeable {

  private final FileChannel channel;
  private long position;
  private long nextIndex;
  private long batchEnd;
  private long batchNextIndex;

  SpoolReader(FileChannel channel) {
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
    if (records.isEmpty() && left > mostBytes) {
      records = parse(Math.toIntExact(left));
    }
    return records;
  }

  /** Goes past the records that {@link #next} returned last. */
  public void advance() {
    position = batchEnd;
    nextIndex = batchNextIndex;
  }

  /** Goes back to the beginning: the service lost what it had. */
  public void rewind() {
    position = 0;
    nextIndex = 0;
  }

  /** Index of the record at the position. */
  public long nextIndex() {
    return nextIndex;
  }

  /** Index after the last record that {@link #next} returned. */
  public long batchNextIndex() {
    return batchNextIndex;
  }

  long position() {
    return position;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private List<SpooledRecord> parse(int mostBytes) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(mostBytes, channel.size() - position));
    while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) > 0) {
      // Reads go on until the buffer is full or the file ends.
    }
    CodedInputStream in = CodedInputStream.newInstance(bytes.array(), 0, bytes.position());
    List<SpooledRecord> records = new ArrayList<>();
    batchEnd = position;
    batchNextIndex = nextIndex;
    while (!in.isAtEnd()) {
      try {
        records.add(SpooledRecord.parseFrom(in.readByteArray()));
      } catch (InvalidProtocolBufferException _) {
        return records;
      }
      batchEnd = position + in.getTotalBytesRead();
      batchNextIndex++;
    }
    return records;
  }
}
