package org.gpurma.service.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** One name for everything in a runtime bundle: another content, another name. */
final class BundleDigest {
  private static final int SHOWN_BYTES = 16;

  private BundleDigest() {}

  static String of(Path bundle) throws IOException {
    MessageDigest digest = sha256();
    for (Path file : files(bundle)) {
      digest.update(
          (bundle.relativize(file) + "\0" + Files.isExecutable(file) + "\0")
              .getBytes(StandardCharsets.UTF_8));
      try (InputStream in = Files.newInputStream(file)) {
        byte[] chunk = new byte[1 << 20];
        int count;
        while ((count = in.read(chunk)) > 0) {
          digest.update(chunk, 0, count);
        }
      }
    }
    return HexFormat.of().formatHex(digest.digest(), 0, SHOWN_BYTES);
  }

  private static List<Path> files(Path bundle) throws IOException {
    try (Stream<Path> all = Files.walk(bundle)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
