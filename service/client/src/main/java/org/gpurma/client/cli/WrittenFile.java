package org.gpurma.client.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what a command was asked to leave in a file. */
final class WrittenFile {

  private WrittenFile() {}

  static void write(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UnwritableFileException("Cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
