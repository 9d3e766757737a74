package org.gpurma.service.joblog;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;
import java.util.zip.CRC32C;

/** The file format: length, CRC-32C and bytes of one entry after the other. */
final class Frames {
  private static final int HEADER = 8;
  private static final int MAX_PAYLOAD = 64 << 20;

  private Frames() {}

  static byte[] encode(Entry entry) {
    byte[] payload = entry.encode();
    return ByteBuffer.allocate(HEADER + payload.length)
        .putInt(payload.length)
        .putInt(checksum(ByteBuffer.wrap(payload)))
        .put(payload)
        .array();
  }

  private static int checksum(ByteBuffer payload) {
    var crc = new CRC32C();
    crc.update(payload.duplicate());
    return (int) crc.getValue();
  }

  /** Reads entries one after the other, up to a limit that may move on. */
  static final class Reader {
    private final FileChannel file;
    private ByteBuffer buffer = ByteBuffer.allocate(32 << 10).flip();
    private long position;

    Reader(FileChannel file, long position) {
      this.file = file;
      this.position = position;
    }

    /** Offset of the entry that is read next. */
    long position() {
      return position;
    }

    /** Empty at the limit, or where what follows is no whole entry. */
    Optional<Entry> next(long limit) throws IOException {
      if (!ensure(HEADER, limit)) {
        return Optional.empty();
      }
      int length = buffer.getInt(buffer.position());
      int crc = buffer.getInt(buffer.position() + 4);
      if (length < 1 || length > MAX_PAYLOAD || !ensure(HEADER + length, limit)) {
        return Optional.empty();
      }
      ByteBuffer payload = buffer.slice(buffer.position() + HEADER, length);
      if (checksum(payload) != crc) {
        return Optional.empty();
      }
      buffer.position(buffer.position() + HEADER + length);
      position += HEADER + length;
      try {
        return Optional.of(Entry.decode(payload));
      } catch (InvalidProtocolBufferException e) {
        throw new IOException("the log entry before byte " + position + " is not readable", e);
      }
    }

    private boolean ensure(int wanted, long limit) throws IOException {
      if (buffer.remaining() >= wanted) {
        return true;
      }
      if (limit - position < wanted) {
        return false;
      }
      if (buffer.capacity() < wanted) {
        buffer = ByteBuffer.allocate(wanted).put(buffer);
      } else {
        buffer.compact();
      }
      long readUpTo = position + buffer.position();
      int room = (int) Math.min(buffer.remaining(), limit - readUpTo);
      buffer.limit(buffer.position() + room);
      while (buffer.hasRemaining() && file.read(buffer, position + buffer.position()) > 0) {
        // Until the buffer is full or the file ends.
      }
      buffer.flip();
      return buffer.remaining() >= wanted;
    }
  }
}
