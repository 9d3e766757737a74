package org.gpurma.service.joblog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first bytes of a file: what it is, and in which version of its format.
 *
 * @param oldest version that can be read, too
 */
record FileHeader(String name, int version, int oldest) {
  /**
   * Of the log itself. Version 1 had no header and a record a line, version 2 no levels, version 3
   * no gaps of the service's own.
   */
  static final FileHeader LOG = new FileHeader("GPURMA LOG", 4, 2);

  static final FileHeader INDEX = new FileHeader("GPURMA INDEX", 2, 2);

  static final int BYTES = 16;

  /** Names both versions. */
  private static final class UnknownVersionException extends IOException {
    private static final long serialVersionUID = 1L;

    UnknownVersionException(String message) {
      super(message);
    }
  }

  /** What a file begins with. */
  enum Found {
    /** Nothing, or a part of the header: nothing was written behind it. */
    NOTHING,
    THIS,
    OTHER
  }

  ByteBuffer bytes() {
    return ByteBuffer.allocate(BYTES)
        .put(Arrays.copyOf(name.getBytes(StandardCharsets.US_ASCII), BYTES - Short.BYTES))
        .putShort((short) version)
        .flip();
  }

  /** Whether a file begins with it, in a version that can be read. */
  boolean isAt(Frames.Source file) throws IOException {
    try {
      return find(file) == Found.THIS;
    } catch (UnknownVersionException _) {
      return false;
    }
  }

  /** Refuses another version. */
  Found find(Frames.Source file) throws IOException {
    ByteBuffer begin = ByteBuffer.allocate(BYTES);
    while (begin.hasRemaining() && file.read(begin, begin.position()) > 0) {
      // Until the header is read or the file ends.
    }
    begin.flip();
    ByteBuffer wanted = bytes();
    if (begin.remaining() < BYTES) {
      return begin.equals(wanted.slice(0, begin.remaining())) ? Found.NOTHING : Found.OTHER;
    }
    int nameBytes = BYTES - Short.BYTES;
    if (!begin.slice(0, nameBytes).equals(wanted.slice(0, nameBytes))) {
      return Found.OTHER;
    }
    int foundVersion = begin.getShort(nameBytes);
    if (foundVersion < oldest || foundVersion > version) {
      throw new UnknownVersionException(
          "it is a %s of version %d, this service knows version %d; use the service that wrote it"
              .formatted(name, foundVersion, version));
    }
    return Found.THIS;
  }
}
