package org.gpurma.service.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/** Where the output files of an attempt are put together, piece by piece. */
public final class OutputFolder {
  private final Path folder;
  private final Map<String, Long> limits;

  /**
   * @param limits the files that there may be, and how long each one may become
   */
  public OutputFolder(Path folder, Map<String, Long> limits) {
    this.folder = folder;
    this.limits = Map.copyOf(limits);
  }

  /** Thrown with a message for the sender of a piece. */
  public static final class BadPieceException extends RuntimeException {
    BadPieceException(String message) {
      super(message);
    }
  }

  /** Only names that the job spec declares are files here, so no name leads anywhere else. */
  public void write(String name, long offset, InputStream bytes) throws IOException {
    long limit =
        Optional.ofNullable(limits.get(name))
            .orElseThrow(() -> new BadPieceException("the job has no output '" + name + "'"));
    if (offset < 0 || offset > limit) {
      throw new BadPieceException("offset " + offset + " is outside of " + name);
    }
    Files.createDirectories(folder);
    try (FileChannel file =
        FileChannel.open(
            folder.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      byte[] chunk = new byte[64 << 10];
      long position = offset;
      int count;
      while ((count = bytes.read(chunk)) > 0) {
        if (position + count > limit) {
          throw new BadPieceException(
              name + " may have " + limit + " bytes; the piece reaches beyond");
        }
        position += writeAll(file, ByteBuffer.wrap(chunk, 0, count), position);
      }
    }
  }

  private static int writeAll(FileChannel file, ByteBuffer bytes, long position)
      throws IOException {
    int written = 0;
    while (bytes.hasRemaining()) {
      written += file.write(bytes, position + written);
    }
    return written;
  }
}
