package org.gpurma.service.notification;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;

/** The secret of this installation, made when it is first needed. */
public final class WebhookSecret {
  private WebhookSecret() {}

  public static String in(Path dataFolder) throws IOException {
    Path file = dataFolder.resolve("webhook-secret");
    if (!Files.exists(file)) {
      byte[] secret = new byte[32];
      new SecureRandom().nextBytes(secret);
      Files.createDirectories(dataFolder);
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, Signature.format(secret) + "\n");
    }
    return Files.readString(file).strip();
  }
}
