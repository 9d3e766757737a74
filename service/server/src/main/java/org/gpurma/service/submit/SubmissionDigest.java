package org.gpurma.service.submit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** A hash over all that was sent: two submissions that have the same are the same. */
final class SubmissionDigest {
  private final MessageDigest digest;

  private SubmissionDigest() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static String of(Submission submission) throws IOException {
    var sum = new SubmissionDigest();
    sum.text(submission.format().name());
    sum.text(submission.catalogueFolder().orElse(""));
    sum.text(Boolean.toString(submission.held()));
    sum.text(Integer.toString(submission.settings().size()));
    submission.settings().forEach(sum::text);
    sum.bytes(submission.spec());
    if (submission.files().isPresent()) {
      sum.files(submission.files().get().folder());
    }
    return HexFormat.of().formatHex(sum.digest.digest());
  }

  private void text(String text) {
    bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private void bytes(byte[] bytes) {
    length(bytes.length);
    digest.update(bytes);
  }

  private void length(long length) {
    digest.update((length + ":").getBytes(StandardCharsets.US_ASCII));
  }

  private void files(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      text(folder.relativize(file).toString());
      length(Files.size(file));
      try (InputStream in = Files.newInputStream(file)) {
        byte[] chunk = new byte[64 << 10];
        int count;
        while ((count = in.read(chunk)) > 0) {
          digest.update(chunk, 0, count);
        }
      }
    }
  }
}
