package org.gpurma.service.notification;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import org.gpurma.service.settings.WebhookSettings;
import tools.jackson.databind.json.JsonMapper;

/** Sends one signed event to one address. Redirects are not followed. */
final class WebhookSender {
  /** What came of it. */
  sealed interface Answer {
    record Taken() implements Answer {}

    record Refused(String why) implements Answer {}

    /** The address wants no more of it. */
    record Gone() implements Answer {}
  }

  private static final int GONE = 410;

  private final Signature signature;
  private final Duration timeout;
  private final HttpClient http;

  WebhookSender(WebhookSettings settings, String secret) {
    this.signature = new Signature(secret);
    this.timeout = settings.timeout();
    this.http =
        HttpClient.newBuilder()
            .connectTimeout(timeout)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  Answer send(String url, CloudEvent event) throws InterruptedException {
    String body = JsonMapper.shared().writeValueAsString(event);
    long now = Instant.now().getEpochSecond();
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url))
              .timeout(timeout)
              .header("Content-Type", "application/cloudevents+json; charset=utf-8")
              .header("webhook-id", event.id())
              .header("webhook-timestamp", Long.toString(now))
              .header("webhook-signature", signature.of(event.id(), now, body))
              .POST(BodyPublishers.ofString(body))
              .build();
      HttpResponse<Void> response = http.send(request, BodyHandlers.discarding());
      if (response.statusCode() == GONE) {
        return new Answer.Gone();
      }
      return response.statusCode() / 100 == 2
          ? new Answer.Taken()
          : new Answer.Refused("it answered with status " + response.statusCode());
    } catch (IOException | IllegalArgumentException e) {
      return new Answer.Refused(e.toString());
    }
  }
}
