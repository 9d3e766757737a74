package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestBundle;
import org.gpurma.service.testing.WebhookReceiver;
import org.gpurma.service.testing.WebhookReceiver.Received;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Others are told of jobs. */
class NotificationsTest {
  private static final byte[] SECRET =
      "a secret that both sides have".getBytes(StandardCharsets.UTF_8);

  @TempDir private static Path folder;
  private static RunningService service;
  private static Api api;

  @BeforeAll
  static void start() {
    service =
        new RunningService(
            folder.resolve("data"),
            TestBundle.in(folder),
            new FakeLauncher(),
            "--gpurma.webhooks.secret=whsec_" + Base64.getEncoder().encodeToString(SECRET),
            "--gpurma.webhooks.first-pause=50ms",
            "--gpurma.webhooks.tries=3",
            "--gpurma.webhooks.allowed-hosts=127.0.0.1,*.example.org");
    api = service.api();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static String told(WebhookReceiver receiver, String on) {
    return Specs.HELLO + "notifications: [{url: '" + receiver.url() + "', on: [" + on + "]}]\n";
  }

  private static JsonNode notifications(String id) {
    return Api.json(api.get("/api/v1/jobs/" + id + "/notifications")).path("items");
  }

  private static void awaitAllDone(String id) {
    api.await(
        id, _ -> notifications(id).valueStream().allMatch(one -> one.path("nextTryAt").isNull()));
  }

  @Test
  void an_address_is_told_of_the_events_it_asks_for_in_signed_cloud_events() throws Exception {
    try (var receiver = new WebhookReceiver()) {
      String id = api.submitted(told(receiver, "submitted, started, succeeded, failed"));
      api.ended(id);

      List<Received> received = receiver.await(3);

      awaitAllDone(id);
      assertThat(received)
          .extracting(one -> one.event().path("type").asString())
          .containsExactlyInAnyOrder(
              "org.gpurma.job.submitted", "org.gpurma.job.started", "org.gpurma.job.succeeded");
      for (Received one : received) {
        assertThat(one.signature()).isEqualTo(signature(one));
        assertThat(one.event().path("specversion").asString()).isEqualTo("1.0");
        assertThat(one.event().at("/data/job").asString()).isEqualTo(id);
      }
      assertThat(notifications(id)).hasSize(3);
    }
  }

  /** As a receiver checks it. */
  private static String signature(Received one) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
    String signed = one.id() + "." + one.timestamp() + "." + one.body();
    return "v1,"
        + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void an_address_that_fails_is_told_again_under_the_same_id() {
    try (var receiver = new WebhookReceiver(500, 503)) {
      String id = api.submitted(told(receiver, "ended"));
      api.ended(id);

      List<Received> received = receiver.await(3);

      awaitAllDone(id);
      assertThat(received).extracting(Received::id).containsOnly(received.getFirst().id());
      JsonNode delivered = notifications(id).path(0);
      assertThat(delivered.path("tries").asInt()).isEqualTo(3);
      assertThat(delivered.path("deliveredAt").isNull()).isFalse();
    }
  }

  @Test
  void an_address_that_never_answers_well_is_given_up_and_one_that_is_gone_at_once() {
    try (var broken = new WebhookReceiver(500, 500, 500, 500);
        var gone = new WebhookReceiver(410)) {
      String first = api.submitted(told(broken, "ended"));
      String second = api.submitted(told(gone, "ended"));
      api.ended(first);
      api.ended(second);
      broken.await(3);
      gone.await(1);
      awaitAllDone(first);
      awaitAllDone(second);

      assertThat(notifications(first).path(0).path("lastError").asString())
          .isEqualTo("it answered with status 500");
      assertThat(notifications(first).path(0).path("deliveredAt").isNull()).isTrue();
      assertThat(notifications(second).path(0).path("tries").asInt()).isEqualTo(1);
    }
  }

  @Test
  void what_happened_while_the_address_was_away_is_told_later() {
    String id;
    try (var away = new WebhookReceiver(500)) {
      id = api.submitted(told(away, "ended"));
      api.ended(id);
      away.await(1);
      service.stop();
      service.start();
      away.await(2);
    }
    awaitAllDone(id);
    assertThat(notifications(id).path(0).path("deliveredAt").isNull()).isFalse();
  }

  @Test
  void only_allowed_hosts_are_called() {
    String spec = Specs.HELLO + "notifications: [{url: 'https://example.com/hook'}]\n";

    HttpResponse<String> response = api.submit(spec, "");

    assertThat(response.statusCode()).isEqualTo(422);
    assertThat(Api.json(response).at("/errors/0/pointer").asString())
        .isEqualTo("/notifications/0/url");
    assertThat(api.submit(spec.replace("example.com", "hooks.example.org"), "").statusCode())
        .isEqualTo(201);
  }
}
