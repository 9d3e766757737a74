package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.service.testing.ServerSentEvent;
import org.gpurma.service.testing.Specs;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RetriesTest extends PlayedJobs {
  /** The first attempts crash. */
  private static void crash(int times) {
    var plays = new AtomicInteger();
    LAUNCHER.play(
        processes -> {
          if (plays.incrementAndGet() > times) {
            return FakeLauncher.HELLO.run(processes);
          }
          processes.forEach(FakeProcess::start);
          processes.getFirst().log(0, "before the crash");
          return 137;
        });
  }

  private static List<String> transitions(JsonNode job) {
    return job.at("/status/transitions")
        .valueStream()
        .map(t -> t.path("attempt").asInt() + " " + t.path("state").asString())
        .toList();
  }

  @Test
  void a_job_that_crashed_is_tried_again_after_a_while_and_every_attempt_is_kept() {
    crash(1);
    String id = API.submitted(Specs.HELLO + "retries: {limit: 2, backoff: 1s}\n");

    JsonNode job = API.ended(id);

    assertThat(job.at("/status/state").asString()).isEqualTo("SUCCEEDED");
    assertThat(transitions(job))
        .containsExactly(
            "1 QUEUED",
            "1 COMPILING",
            "1 STARTING",
            "1 RUNNING",
            "1 FINISHING",
            "2 QUEUED",
            "2 COMPILING",
            "2 STARTING",
            "2 RUNNING",
            "2 FINISHING",
            "2 SUCCEEDED");
    JsonNode first = job.at("/status/attempts/0");
    assertThat(first.path("reason").asString()).isEqualTo("ProcessCrashed");
    assertThat(
            Duration.between(
                Instant.parse(first.path("endedAt").asString()),
                Instant.parse(job.at("/status/attempts/1/beganAt").asString())))
        .isGreaterThanOrEqualTo(Duration.ofMillis(990));
    assertThat(log(id, 1)).contains("before the crash", "retry 1 of 2");
    assertThat(log(id, 2)).contains("Hello World!").doesNotContain("before the crash");
  }

  private static String log(String id, int attempt) {
    return API.get("/api/v1/jobs/" + id + "/logs?attempt=" + attempt, "Accept", "text/plain")
        .body();
  }

  @Test
  void the_log_of_an_attempt_ends_with_where_it_goes_on() {
    crash(1);
    String id = API.submitted(Specs.HELLO + "retries: {limit: 1, backoff: 1s}\n");
    API.ended(id);

    List<ServerSentEvent> first = API.events(id, "?attempt=1");
    List<ServerSentEvent> second = API.events(id, "");

    assertThat(first.getLast().data().path("state").asString()).isEqualTo("FAILED");
    assertThat(first.getLast().data().path("nextAttempt").asInt()).isEqualTo(2);
    assertThat(second.getLast().data().path("state").asString()).isEqualTo("SUCCEEDED");
    assertThat(second.getLast().data().path("nextAttempt").isNull()).isTrue();
    assertThat(API.get("/api/v1/jobs/" + id + "/logs?attempt=3").statusCode()).isEqualTo(404);
  }

  @Test
  void retries_come_to_an_end() {
    crash(9);
    String id = API.submitted(Specs.HELLO + "retries: {limit: 1, backoff: 1s}\n");

    JsonNode job = API.ended(id);

    assertThat(job.at("/status/reason").asString()).isEqualTo("ProcessCrashed");
    assertThat(job.at("/status/attempt").asInt()).isEqualTo(2);
  }

  @Test
  void only_the_named_reasons_are_a_cause_to_try_again() {
    crash(9);
    String id =
        API.submitted(Specs.HELLO + "retries: {limit: 3, on: [CheckFailed], backoff: 1s}\n");

    assertThat(API.ended(id).at("/status/attempt").asInt()).isEqualTo(1);
  }

  @Test
  void a_job_that_waits_for_its_retry_says_so_and_can_be_cancelled() {
    crash(9);
    String id = API.submitted(Specs.HELLO + "retries: {limit: 3, backoff: 1h}\n");

    JsonNode job =
        API.await(
            id,
            waits -> waits.at("/status/waiting/blockers/0/kind").asString("").equals("NotBefore"));
    assertThat(job.at("/status/attempt").asInt()).isEqualTo(2);
    assertThat(API.command("/api/v1/jobs/" + id + "/cancel").statusCode()).isEqualTo(202);
    assertThat(API.job(id).at("/status/state").asString()).isEqualTo("CANCELLED");
  }

  @Test
  void its_user_may_try_a_failed_or_cancelled_job_again_but_not_one_that_succeeded() {
    crash(1);
    String id = API.submitted(Specs.HELLO);
    assertThat(API.ended(id).at("/status/state").asString()).isEqualTo("FAILED");

    assertThat(API.command("/api/v1/jobs/" + id + "/retry").statusCode()).isEqualTo(202);
    JsonNode job = API.await(id, now -> now.at("/status/state").asString().equals("SUCCEEDED"));

    assertThat(job.at("/status/attempt").asInt()).isEqualTo(2);
    assertThat(API.command("/api/v1/jobs/" + id + "/retry").statusCode()).isEqualTo(409);
  }

  @Test
  void a_restart_does_not_forget_a_retry() {
    crash(1);
    String id = API.submitted(Specs.HELLO + "retries: {limit: 1, backoff: 3s}\n");
    API.await(id, job -> job.at("/status/attempt").asInt() == 2);

    SERVICE.running().stop();
    SERVICE.running().start();

    assertThat(API.ended(id).at("/status/state").asString()).isEqualTo("SUCCEEDED");
  }
}
