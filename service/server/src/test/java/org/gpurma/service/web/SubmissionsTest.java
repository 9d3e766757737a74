package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Ways to submit jobs, to plan them and to find them again. */
class SubmissionsTest {
  private static final String SWEEP =
      Specs.HELLO.replace("gpus: 2", "gpus: \"${gpus}\"")
          + """
          sweep:
            matrix: {gpus: [1, 2], threads: [32, 64, 128]}
            maxParallel: 1
          """;

  @TempDir private static Path folder;
  private static final FakeLauncher LAUNCHER = new FakeLauncher();
  private static RunningService service;
  private static Api api;

  @BeforeAll
  static void start() {
    service = new RunningService(folder.resolve("data"), TestBundle.in(folder), LAUNCHER);
    api = service.api();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private CountDownLatch mayEnd;

  @BeforeEach
  void noJobIsLeft() {
    mayEnd = new CountDownLatch(1);
    LAUNCHER.play(FakeLauncher.HELLO);
  }

  @AfterEach
  void letAllEnd() {
    mayEnd.countDown();
    ids(list("?state=QUEUED")).forEach(id -> api.command("/api/v1/jobs/" + id + "/cancel"));
    ids(list("?state=COMPILING,STARTING,RUNNING,FINISHING")).forEach(api::ended);
  }

  private void jobsRunUntilTheyMayEnd() {
    CountDownLatch mine = mayEnd;
    LAUNCHER.play(
        processes -> {
          mine.await();
          return FakeLauncher.HELLO.run(processes);
        });
  }

  private static String named(String name) {
    return Specs.HELLO.replace("hello-world", name);
  }

  private static JsonNode list(String query) {
    HttpResponse<String> response = api.get("/api/v1/jobs" + query);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return Api.json(response).path("items");
  }

  private static List<String> ids(JsonNode items) {
    return items.valueStream().map(job -> job.path("id").asString()).toList();
  }

  @Test
  void a_submission_that_is_sent_again_under_its_key_is_made_once() {
    HttpResponse<String> first = api.submit(named("keyed"), "", "Idempotency-Key", "a-1");
    HttpResponse<String> second = api.submit(named("keyed"), "", "Idempotency-Key", "a-1");

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(second.statusCode()).isEqualTo(201);
    assertThat(second.headers().firstValue("Idempotent-Replayed")).contains("true");
    assertThat(Api.json(second).path("id")).isEqualTo(Api.json(first).path("id"));
    assertThat(list("?name=keyed")).hasSize(1);
  }

  @Test
  void a_key_stands_for_one_submission_only() {
    api.submit(named("one"), "", "Idempotency-Key", "a-2");

    for (HttpResponse<String> other :
        List.of(
            api.submit(named("two"), "", "Idempotency-Key", "a-2"),
            api.submit(named("one"), "?hold=true", "Idempotency-Key", "a-2"),
            api.submit(named("one"), "?set=gpus=1", "Idempotency-Key", "a-2"))) {
      assertThat(other.statusCode()).isEqualTo(422);
      assertThat(Api.json(other).path("type").asString()).endsWith("/submission-key-reused");
    }
    assertThat(api.submit(named("one"), "", "Idempotency-Key", " ").statusCode()).isEqualTo(400);
  }

  @Test
  void a_refused_submission_may_be_put_right_under_the_same_key() {
    assertThat(api.submit(named("NOT a name"), "", "Idempotency-Key", "a-3").statusCode())
        .isEqualTo(422);
    assertThat(api.submit(named("good"), "", "Idempotency-Key", "a-3").statusCode()).isEqualTo(201);
  }

  @Test
  void a_key_outlives_a_restart() {
    String id =
        Api.json(api.submit(named("kept"), "", "Idempotency-Key", "a-4")).path("id").asString();

    service.stop();
    service.start();

    assertThat(
            Api.json(api.submit(named("kept"), "", "Idempotency-Key", "a-4")).path("id").asString())
        .isEqualTo(id);
  }

  @Test
  void a_sweep_makes_a_job_for_every_combination_and_keeps_to_its_limit() {
    HttpResponse<String> response = api.submit(SWEEP, "");

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    JsonNode array = Api.json(response);
    String id = array.path("id").asString();
    assertThat(response.headers().firstValue("Location")).contains("/api/v1/arrays/" + id);
    assertThat(array.path("jobs")).hasSize(6);
    List<String> members = ids(array.path("jobs"));
    JsonNode last = api.job(members.getLast());
    assertThat(last.at("/spec/parameters").toString()).isEqualTo("{\"gpus\":2,\"threads\":128}");
    assertThat(last.path("spec").has("sweep")).isFalse();
    assertThat(last.path("array").toString())
        .isEqualTo("{\"id\":\"" + id + "\",\"index\":5,\"size\":6,\"maxParallel\":1}");
    members.forEach(api::ended);
    assertThat(Api.json(api.get("/api/v1/arrays/" + id)).at("/states/SUCCEEDED").asInt())
        .isEqualTo(6);
    assertThat(ids(list("?array=" + id))).containsExactlyElementsOf(members.reversed());
  }

  @Test
  void a_whole_array_is_held_released_and_cancelled() {
    jobsRunUntilTheyMayEnd();
    JsonNode array = Api.json(api.submit(SWEEP, "?hold=true"));
    String path = "/api/v1/arrays/" + array.path("id").asString();

    assertThat(Api.json(api.command(path + "/release")).at("/states/QUEUED").asInt())
        .isGreaterThanOrEqualTo(5);
    api.awaitState(array.at("/jobs/0/id").asString(), "STARTING");
    JsonNode held = Api.json(api.command(path + "/hold"));
    assertThat(held.path("jobs").valueStream().filter(job -> job.at("/status/held").asBoolean()))
        .hasSize(5);
    api.command(path + "/cancel");
    for (JsonNode job : array.path("jobs")) {
      assertThat(api.ended(job.path("id").asString()).at("/status/state").asString())
          .isEqualTo("CANCELLED");
    }
    assertThat(api.get("/api/v1/arrays/none-1").statusCode()).isEqualTo(404);
  }

  @Test
  void what_is_wrong_with_one_combination_is_said_with_its_values() {
    JsonNode problem = Api.json(api.submit(SWEEP.replace("gpus: [1, 2]", "gpus: [1, 3]"), ""));

    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/resources/gpus");
    assertThat(problem.at("/errors/0/message").asString())
        .contains("this cluster has 2")
        .endsWith("(with gpus=3, threads=32)");
  }

  @Test
  void a_job_that_has_not_changed_is_not_sent_again() {
    String id = api.submitted(named("tagged"));
    api.ended(id);
    HttpResponse<String> first = api.get("/api/v1/jobs/" + id);
    String tag = first.headers().firstValue("ETag").orElseThrow();

    HttpResponse<String> second = api.get("/api/v1/jobs/" + id, "If-None-Match", tag);

    assertThat(second.statusCode()).isEqualTo(304);
    assertThat(second.body()).isEmpty();
    assertThat(api.get("/api/v1/jobs/" + id, "If-None-Match", "\"0-0\"").statusCode())
        .isEqualTo(200);
  }

  @Test
  void a_change_may_be_made_on_condition_that_the_job_is_as_it_was_seen() {
    HttpResponse<String> seen = api.submit(named("conditional"), "?hold=true");
    String tag = seen.headers().firstValue("ETag").orElseThrow();
    String path = "/api/v1/jobs/" + Api.json(seen).path("id").asString();

    assertThat(api.command(path + "/release", "If-Match", tag).statusCode()).isEqualTo(202);
    HttpResponse<String> late = api.command(path + "/cancel", "If-Match", tag);

    assertThat(late.statusCode()).isEqualTo(412);
    assertThat(Api.json(late).path("type").asString()).endsWith("/precondition-failed");
  }

  @Test
  void lists_are_filtered_by_project_label_name_and_state_and_carry_no_specs() {
    String metadata = "{name: filtered, project: weather, labels: {suite: x, stage: '1'}}";
    String spec = Specs.HELLO.replace("{name: hello-world}", metadata);
    String id = api.submitted(spec);
    String held = Api.json(api.submit(spec, "?hold=true")).path("id").asString();
    api.ended(id);

    assertThat(ids(list("?project=weather"))).containsExactly(held, id);
    assertThat(ids(list("?label=suite=x&label=stage=1&state=succeeded,failed")))
        .containsExactly(id);
    assertThat(ids(list("?state=QUEUED&name=filtered"))).containsExactly(held);
    assertThat(list("?project=none")).isEmpty();
    JsonNode item = list("?project=weather").path(1);
    assertThat(item.has("spec")).isFalse();
    assertThat(item.path("gpus").asInt()).isEqualTo(2);
    assertThat(item.path("labels").path("suite").asString()).isEqualTo("x");
    assertThat(item.at("/status/endedAt").isNull()).isFalse();
  }

  @Test
  void a_cursor_belongs_to_its_filter() {
    api.submitted(named("paged"));
    api.submitted(named("paged"));
    String next = Api.json(api.get("/api/v1/jobs?name=paged&limit=1")).path("next").asString();

    assertThat(ids(list("?name=paged&limit=1&cursor=" + next))).hasSize(1);
    assertThat(api.get("/api/v1/jobs?limit=1&cursor=" + next).statusCode()).isEqualTo(400);
  }

  @Test
  void the_spec_comes_back_as_it_was_sent() {
    String spec = "# a comment\n" + named("sent");
    String id = api.submitted(spec);

    HttpResponse<String> sent = api.get("/api/v1/jobs/" + id + "/spec");

    assertThat(sent.body()).isEqualTo(spec);
    assertThat(sent.headers().firstValue("Content-Type")).contains("application/yaml");
  }

  @Test
  void a_plan_says_where_a_job_would_run_and_stores_nothing() throws Exception {
    int before = list("?limit=500").size();
    long files = files();

    HttpResponse<String> response = api.post("/api/v1/plans", "application/yaml", named("planned"));

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    JsonNode plan = Api.json(response);
    assertThat(plan.path("startsNow").asBoolean()).isTrue();
    assertThat(plan.path("processes").valueStream().map(p -> p.path("gpu").asString()))
        .containsExactly("emulated-0", "emulated-1");
    assertThat(plan.path("command").path(0).asString()).isEqualTo("mpirun");
    assertThat(plan.at("/spec/resources/gpus").asInt()).isEqualTo(2);
    assertThat(list("?limit=500")).hasSize(before);
    assertThat(files()).isEqualTo(files);
  }

  private static long files() throws IOException {
    Path all = folder.resolve("data/files");
    if (!Files.exists(all)) {
      return 0;
    }
    try (var folders = Files.list(all)) {
      return folders.count();
    }
  }

  @Test
  void a_submission_may_be_made_on_condition_that_its_plan_still_holds() {
    api.awaitSchedulableNodes();
    String tag =
        api.post("/api/v1/plans", "application/yaml", named("guarded"))
            .headers()
            .firstValue("ETag")
            .orElseThrow();
    jobsRunUntilTheyMayEnd();
    HttpResponse<String> held = api.submit(named("guarded"), "", "If-Match", tag);
    assertThat(held.statusCode()).as(held.body()).isEqualTo(201);
    String id = Api.json(held).path("id").asString();
    api.awaitState(id, "STARTING");

    HttpResponse<String> stale = api.submit(named("guarded"), "", "If-Match", tag);

    assertThat(stale.statusCode()).isEqualTo(412);
    assertThat(Api.json(stale).path("detail").asString()).contains("the job would wait now");
  }
}
