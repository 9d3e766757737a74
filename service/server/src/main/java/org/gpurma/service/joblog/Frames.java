package org.gpurma.service.joblog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The format of all our files that only grow: length, CRC-32C and bytes of one frame after the
 * other.
 */
public final class Frames {
  private static final int PREFIX = 8;
  private static final int MAX_PAYLOAD = 64 << 20;

  private Frames() {}

  /** What a frame is around. */
  interface Payload {
    int bytes();

    /** Exactly as many. */
    void write(ByteBuffer to);

    static Payload of(byte[] bytes) {
      return new Payload() {
        @Override
        public int bytes() {
          return bytes.length;
        }

        @Override
        public void write(ByteBuffer to) {
          to.put(bytes);
        }
      };
    }
  }

  static int bytes(Payload payload) {
    return PREFIX + payload.bytes();
  }

  static ByteBuffer encode(List<Payload> payloads) {
    ByteBuffer frames =
        ByteBuffer.allocate(payloads.stream().mapToInt(Frames::bytes).reduce(0, Math::addExact));
    for (Payload payload : payloads) {
      int begin = frames.position();
      frames.putInt(payload.bytes()).putInt(0);
      payload.write(frames);
      int crc = checksum(frames.slice(begin + PREFIX, payload.bytes()));
      frames.putInt(begin + Integer.BYTES, crc);
    }
    return frames.flip();
  }

  private static int checksum(ByteBuffer payload) {
    var crc = new CRC32C();
    crc.update(payload);
    return (int) crc.getValue();
  }

  /** What frames are read from. */
  @FunctionalInterface
  public interface Source {
    /** As a channel of a file reads: some bytes from a place; 0 or less where there are none. */
    int read(ByteBuffer to, long position) throws IOException;
  }

  /** Reads frames one after the other, up to a limit that may move on. */
  public static final class Reader {
    private static final int LEAST_BUFFER = 2 << 10;
    private static final int MOST_BUFFER = 64 << 10;

    private final Source file;
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private long position;

    public Reader(Source file, long position) {
      this.file = file;
      this.position = position;
    }

    /** Offset of the frame that is read next. */
    public long position() {
      return position;
    }

    /** Goes to a frame. */
    void seek(long offset) {
      buffer.limit(buffer.position());
      position = offset;
    }

    /**
     * The bytes of the next frame, valid until the next call. Empty at the limit, and, with the
     * position before it, where what follows is no whole frame.
     */
    public Optional<ByteBuffer> next(long limit) throws IOException {
      if (!ensure(PREFIX, limit)) {
        return Optional.empty();
      }
      int length = buffer.getInt(buffer.position());
      int crc = buffer.getInt(buffer.position() + Integer.BYTES);
      // No frame is empty: zeros are what a file system leaves where it lost something.
      if (length < 1 || length > MAX_PAYLOAD || !ensure(PREFIX + length, limit)) {
        return Optional.empty();
      }
      ByteBuffer payload = buffer.slice(buffer.position() + PREFIX, length);
      if (checksum(payload.duplicate()) != crc) {
        return Optional.empty();
      }
      buffer.position(buffer.position() + PREFIX + length);
      position += PREFIX + length;
      return Optional.of(payload);
    }

    private boolean ensure(int wanted, long limit) throws IOException {
      if (buffer.remaining() >= wanted) {
        return true;
      }
      if (limit - position < wanted) {
        return false;
      }
      makeRoom(wanted, limit - position);
      long readUpTo = position + buffer.position();
      int room = (int) Math.min(buffer.remaining(), limit - readUpTo);
      buffer.limit(buffer.position() + room);
      while (buffer.hasRemaining() && file.read(buffer, position + buffer.position()) > 0) {
        // Until the buffer is full or the file ends.
      }
      buffer.flip();
      return buffer.remaining() >= wanted;
    }

    /** As large as what there is to read: most readers wait for a few lines at the end. */
    private void makeRoom(int wanted, long left) {
      int size = Math.max(wanted, (int) Math.clamp(left, LEAST_BUFFER, MOST_BUFFER));
      boolean fits = buffer.capacity() >= wanted && buffer.capacity() / 4 <= size;
      if (fits) {
        buffer.compact();
      } else {
        buffer = ByteBuffer.allocate(size).put(buffer);
      }
    }
  }
}
