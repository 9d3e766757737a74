package org.gpurma.client.submission;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Finds the files that a program includes: the spec names only the first of them. */
final class Includes {

  private static final Pattern SOURCE = Pattern.compile(".*\\.(cu|cuh|c|cc|cpp|h|hh|hpp|inc)");
  private static final Pattern INCLUDE =
      Pattern.compile("^\\s*#\\s*include\\s*\"([^\"\\n]+)\"", Pattern.MULTILINE);

  private Includes() {}

  /** As written, relative to the including file. */
  static List<String> in(Path file) {
    if (!SOURCE.matcher(file.getFileName().toString()).matches()) {
      return List.of();
    }
    try {
      return in(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new UnusableJobException("Cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  static List<String> in(String source) {
    return INCLUDE.matcher(source).results().map((MatchResult found) -> found.group(1)).toList();
  }
}
