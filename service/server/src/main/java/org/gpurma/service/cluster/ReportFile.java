package org.gpurma.service.cluster;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file with what {@code gpurma-probe} printed on a node that is not asked. */
record ReportFile(Path path) {
  /** A hundred times that of a machine with 16 GPUs and 96 cores. */
  private static final long MOST_BYTES = 64L << 20;

  /**
   * @throws IOException where there is no such file, or it is no text; says so of the setting
   */
  String read() throws IOException {
    try {
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        throw unreadable("is no file");
      }
      if (Files.size(path) > MOST_BYTES) {
        throw unreadable("is longer than 64 MiB, which no report is");
      }
      return Files.readString(path);
    } catch (NoSuchFileException _) {
      throw unreadable("is not there; gpurma-probe of the runtime bundle prints it on the node");
    } catch (CharacterCodingException _) {
      throw unreadable("is no UTF-8");
    }
  }

  private IOException unreadable(String why) {
    return new IOException(
        "the report of the node in gpurma.cluster.nodes, %s, %s"
            .formatted(path.toAbsolutePath(), why));
  }
}
