package org.gpurma.service.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignatureTest {
  /** The example of the Standard Webhooks specification. */
  @Test
  void a_request_is_signed_as_the_standard_says() {
    var signature = new Signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

    assertThat(
            signature.of("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, "{\"test\": 2432232314}"))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void a_secret_of_another_form_is_refused() {
    assertThatThrownBy(() -> new Signature("secret")).hasMessageContaining("must be whsec_");
  }

  @Test
  void the_secret_is_made_once_and_nobody_else_may_read_it(@TempDir Path folder) throws Exception {
    String secret = WebhookSecret.in(folder);

    assertThat(WebhookSecret.in(folder)).isEqualTo(secret);
    assertThat(new Signature(secret).of("a", 1, "b")).startsWith("v1,");
    assertThat(Files.getPosixFilePermissions(folder.resolve("webhook-secret")))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  }
}
