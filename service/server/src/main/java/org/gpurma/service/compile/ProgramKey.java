package org.gpurma.service.compile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A hash over all that a compiled program depends on. */
final class ProgramKey {
  private static final Set<String> SOURCES =
      Set.of("cu", "cuh", "h", "hpp", "hh", "inc", "cpp", "cc", "c", "inl");

  private final MessageDigest digest;

  ProgramKey() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  ProgramKey text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
    return this;
  }

  /** Every source file of a folder, by relative path. */
  ProgramKey sources(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return this;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> sources = all.filter(ProgramKey::isSource).sorted().toList();
      for (Path source : sources) {
        text(folder.relativize(source).toString());
        byte[] bytes = Files.readAllBytes(source);
        text(Integer.toString(bytes.length));
        digest.update(bytes);
      }
    }
    return this;
  }

  static boolean isSource(Path path) {
    String name = path.getFileName().toString();
    return SOURCES.contains(name.substring(name.lastIndexOf('.') + 1)) && Files.isRegularFile(path);
  }

  String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
