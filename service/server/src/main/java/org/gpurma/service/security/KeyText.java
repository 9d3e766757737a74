package org.gpurma.service.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the owner of a key has of it: {@code gpurma_ID_SECRET}. */
record KeyText(String id, String secret) {
  private static final Pattern FORM = Pattern.compile("gpurma_([0-9a-f]{12})_([0-9a-f]{64})");
  private static final SecureRandom RANDOM = new SecureRandom();

  static KeyText fresh() {
    return new KeyText(hex(6), hex(32));
  }

  static Optional<KeyText> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(new KeyText(matcher.group(1), matcher.group(2)))
        : Optional.empty();
  }

  /** Of 256 random bits: nobody guesses them, so a plain hash will do. */
  String hash() {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(secret.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean fits(ApiKey key) {
    return MessageDigest.isEqual(
        hash().getBytes(StandardCharsets.US_ASCII),
        key.secretHash().getBytes(StandardCharsets.US_ASCII));
  }

  /** Not to be logged. */
  String text() {
    return "gpurma_" + id + "_" + secret;
  }

  @Override
  public String toString() {
    return "gpurma_" + id + "_...";
  }

  private static String hex(int bytes) {
    byte[] random = new byte[bytes];
    RANDOM.nextBytes(random);
    return HexFormat.of().formatHex(random);
  }
}
