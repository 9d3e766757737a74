package org.gpurma.service.settings;

import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How others are told of jobs, as {@code gpurma.webhooks.*}.
 *
 * @param secret that requests are signed with, {@code whsec_} and base64; empty: one is made and
 *     kept in the data folder, in the file webhook-secret
 * @param timeout for one request
 * @param tries after which an event is given up
 * @param firstPause before the second try; twice as long before each further one, at most an hour
 * @param allowedHosts that may be told; {@code *} stands for any part of a name
 */
@ConfigurationProperties("gpurma.webhooks")
public record WebhookSettings(
    @DefaultValue("") String secret,
    @DefaultValue("10s") Duration timeout,
    @DefaultValue("12") int tries,
    @DefaultValue("2s") Duration firstPause,
    @DefaultValue("*") List<String> allowedHosts) {
  /** What a secret begins with; base64 follows. */
  public static final String SECRET_PREFIX = "whsec_";

  public WebhookSettings {
    allowedHosts = List.copyOf(allowedHosts);
    // Not shown, as it is one.
    Setting.require(
        secret.isEmpty() || isSecret(secret),
        "gpurma.webhooks.secret",
        "be whsec_ and base64, e.g. whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "something else");
    Setting.positive("gpurma.webhooks.timeout", timeout);
    Setting.within("gpurma.webhooks.tries", tries, 1, 1000);
    Setting.positive("gpurma.webhooks.first-pause", firstPause);
  }

  public static boolean isSecret(String text) {
    try {
      return text.startsWith(SECRET_PREFIX)
          && Base64.getDecoder().decode(text.substring(SECRET_PREFIX.length())).length > 0;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  public boolean allows(String host) {
    return allowedHosts.stream()
        .anyMatch(allowed -> host.toLowerCase(Locale.ROOT).matches(pattern(allowed)));
  }

  private static String pattern(String allowed) {
    return Stream.of(allowed.toLowerCase(Locale.ROOT).split("\\*", -1))
        .map(Pattern::quote)
        .collect(Collectors.joining(".*"));
  }
}
