package org.gpurma.service.settings;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
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
  public WebhookSettings {
    allowedHosts = List.copyOf(allowedHosts);
  }

  public boolean allows(String host) {
    return allowedHosts.stream()
        .anyMatch(
            allowed ->
                host.toLowerCase(Locale.ROOT)
                    .matches(allowed.replace(".", "\\.").replace("*", ".*")));
  }
}
