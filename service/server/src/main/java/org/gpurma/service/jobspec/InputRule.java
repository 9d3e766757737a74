package org.gpurma.service.jobspec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Files that come with the job are those that its author had. */
final class InputRule implements SpecRule {
  private static final int CHUNK = 64 << 10;

  @Override
  public void check(JsonNode spec, JobFolder folder, Findings findings) {
    Set<String> names = new HashSet<>();
    JsonNode inputs = spec.path("inputs");
    for (int i = 0; i < inputs.size() && inputs.isArray(); i++) {
      JsonNode input = inputs.get(i);
      String pointer = Pointer.child("/inputs", i);
      BufferRule.unique(input.path("file"), names, pointer + "/file", findings);
      if (input.path("file").isString() && !findings.has(pointer + "/file")) {
        check(input, pointer, folder, findings);
      }
    }
  }

  private static void check(JsonNode input, String pointer, JobFolder folder, Findings findings) {
    try {
      Path file = folder.find(input.path("file").asString());
      long bytes = Files.size(file);
      if (input.path("bytes").isNumber() && input.path("bytes").asLong(-1) != bytes) {
        findings.add(
            pointer + "/bytes", "is " + input.path("bytes") + ", but the file has " + bytes);
      } else if (input.path("sha256").isString() && !findings.has(pointer + "/sha256")) {
        checkDigest(input.path("sha256").asString(), file, pointer, findings);
      }
    } catch (JobFolder.BadPathException | IOException e) {
      findings.add(pointer + "/file", e.getMessage());
    }
  }

  private static void checkDigest(String wanted, Path file, String pointer, Findings findings)
      throws IOException {
    String found = sha256(file);
    if (!found.equals(wanted.toLowerCase(Locale.ROOT))) {
      findings.add(
          pointer + "/sha256",
          "is not that of the file, which is " + found + "; send the file again, or correct this");
    }
  }

  private static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] chunk = new byte[CHUNK];
      int count;
      while ((count = in.read(chunk)) > 0) {
        digest.update(chunk, 0, count);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
