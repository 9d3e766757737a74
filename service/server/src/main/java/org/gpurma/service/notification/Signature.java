package org.gpurma.service.notification;

import static org.gpurma.service.settings.WebhookSettings.SECRET_PREFIX;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.gpurma.service.settings.WebhookSettings;

/** Signs requests as Standard Webhooks says (standardwebhooks.com): HMAC-SHA256. */
final class Signature {
  private final SecretKeySpec key;

  /**
   * @param secret {@code whsec_} and base64, as the settings have it
   */
  Signature(String secret) {
    if (!WebhookSettings.isSecret(secret)) {
      throw new IllegalArgumentException(
          "a secret must be whsec_ and base64; see the file webhook-secret of the data folder");
    }
    this.key =
        new SecretKeySpec(
            Base64.getDecoder().decode(secret.substring(SECRET_PREFIX.length())), "HmacSHA256");
  }

  static String format(byte[] secret) {
    return SECRET_PREFIX + Base64.getEncoder().encodeToString(secret);
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
