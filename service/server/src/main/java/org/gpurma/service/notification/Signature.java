package org.gpurma.service.notification;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests as Standard Webhooks says (standardwebhooks.com): HMAC-SHA256. */
final class Signature {
  private static final String PREFIX = "whsec_";

  private final SecretKeySpec key;

  /**
   * @param secret {@code whsec_} and base64
   */
  Signature(String secret) {
    if (!secret.startsWith(PREFIX)) {
      throw new IllegalArgumentException(
          "gpurma.webhooks.secret must be whsec_ and base64, e.g. whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    }
    this.key =
        new SecretKeySpec(
            Base64.getDecoder().decode(secret.substring(PREFIX.length())), "HmacSHA256");
  }

  static String format(byte[] secret) {
    return PREFIX + Base64.getEncoder().encodeToString(secret);
  }

  String of(String id, long timestamp, String body) {
    try {
      Mac mac = Mac.getInstance(key.getAlgorithm());
      mac.init(key);
      byte[] signed =
          mac.doFinal((id + "." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8));
      return "v1," + Base64.getEncoder().encodeToString(signed);
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException(e);
    }
  }
}
