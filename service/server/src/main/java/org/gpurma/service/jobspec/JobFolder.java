package org.gpurma.service.jobspec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The files that came with a job. No path leads out of it. */
public record JobFolder(Path root) {

  /** As the schema has it. */
  private static final int LONGEST = 500;

  /** File systems take no longer ones. */
  private static final int LONGEST_NAME = 255;

  /** Thrown with a message for the person who wrote the path. */
  public static final class BadPathException extends RuntimeException {
    BadPathException(String message) {
      super(message);
    }
  }

  /** Where a file of that name belongs, whether it is there or not. */
  public Path place(String relative) {
    Path path = parse(relative);
    if (path.isAbsolute()) {
      throw new BadPathException("must be relative to the job's folder, but is absolute");
    }
    if (relative.length() > LONGEST) {
      throw new BadPathException("is longer than " + LONGEST + " characters");
    }
    for (Path part : path) {
      if (part.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
        throw new BadPathException("has a name of more than " + LONGEST_NAME + " bytes");
      }
      if (part.toString().equals("..")) {
        throw new BadPathException("must not leave the job's folder: remove '..'");
      }
    }
    return root.resolve(path);
  }

  /** The regular file of that name; symbolic links may not lead out of the folder. */
  public Path find(String relative) {
    Path file = place(relative);
    if (!Files.exists(file)) {
      throw new BadPathException(
          "names no file of the job's folder: '" + relative + "'; send it along with the job");
    }
    try {
      if (!file.toRealPath().startsWith(root.toRealPath())) {
        throw new BadPathException("must not leave the job's folder by a symbolic link");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!Files.isRegularFile(file)) {
      throw new BadPathException("is not a file");
    }
    return file;
  }

  private static Path parse(String relative) {
    try {
      if (relative.isBlank() || relative.chars().anyMatch(c -> c < ' ' || c == '\\')) {
        throw new BadPathException("is not a file path");
      }
      return Path.of(relative);
    } catch (InvalidPathException e) {
      throw new BadPathException("is not a file path");
    }
  }
}
