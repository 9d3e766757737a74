package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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

/** How jobs wait, and what they say of it, on two emulated GPUs. */
class WaitingJobsTest {
  @TempDir private static Path folder;
  private static final FakeLauncher LAUNCHER = new FakeLauncher();
  private static RunningService service;
  private static Api api;

  private CountDownLatch mayEnd;

  @BeforeAll
  static void start() {
    service =
        new RunningService(
            folder.resolve("data"),
            TestBundle.in(folder),
            LAUNCHER,
            "--gpurma.scheduling.projects.small.max-gpus=1",
            "--gpurma.scheduling.projects.large.weight=2",
            "--gpurma.scheduling.longest-walltime=48h");
    api = service.api();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void jobsRunUntilTheyMayEnd() {
    mayEnd = new CountDownLatch(1);
    LAUNCHER.play(
        processes -> {
          mayEnd.await();
          return FakeLauncher.HELLO.run(processes);
        });
  }

  @AfterEach
  void letAllEnd() {
    mayEnd.countDown();
    for (JsonNode job : Api.json(api.get("/api/v1/jobs?state=QUEUED")).path("items")) {
      command(job.path("id").asString(), "cancel");
    }
    for (JsonNode job : Api.json(api.get("/api/v1/jobs")).path("items")) {
      api.ended(job.path("id").asString());
    }
  }

  private static String spec(int gpus, String walltime, String metadata) {
    return Specs.HELLO
            .replace("gpus: 2", "gpus: " + gpus)
            .replace("{name: hello-world}", "{name: hello-world" + metadata + "}")
        + "walltime: "
        + walltime
        + "\n";
  }

  private static HttpResponse<String> command(String id, String command, String... headers) {
    return api.command("/api/v1/jobs/" + id + "/" + command, headers);
  }

  private static JsonNode waiting(String id) {
    return api.job(id).at("/status/waiting");
  }

  private static List<String> kinds(JsonNode waiting) {
    return waiting
        .path("blockers")
        .valueStream()
        .map(blocker -> blocker.path("kind").asString())
        .toList();
  }

  private String running(int gpus, String walltime) {
    String id = api.submitted(spec(gpus, walltime, ""));
    api.awaitState(id, "STARTING");
    return id;
  }

  @Test
  void the_next_in_line_knows_what_it_lacks_and_when_it_starts_at_the_latest() {
    String first = running(1, "2h");
    Instant began = Instant.parse(api.job(first).at("/status/attempts/0/beganAt").asString());

    String second = api.submitted(spec(2, "1h", ""));
    JsonNode waiting =
        api.await(
                second,
                job ->
                    job.at("/status/waiting/earliestStart/certainty")
                        .asString("")
                        .equals("reserved"))
            .at("/status/waiting");

    assertThat(kinds(waiting)).containsExactly("NotEnoughFree");
    assertThat(waiting.at("/blockers/0/message").asString())
        .isEqualTo("it wants 2 GPUs; 1 are free, jobs hold 1");
    assertThat(waiting.at("/nearestFit/gpus").asInt()).isEqualTo(1);
    assertThat(waiting.at("/nearestFit/missing").asInt()).isEqualTo(1);
    assertThat(Instant.parse(waiting.at("/earliestStart/at").asString()))
        .isBetween(began.plus(Duration.ofHours(2)), began.plus(Duration.ofMinutes(121)));
  }

  @Test
  void a_short_job_overtakes_and_a_long_one_is_told_what_walltime_would_do() {
    running(1, "2h");
    String head = api.submitted(spec(2, "1h", ""));
    String longer = api.submitted(spec(1, "3h", ""));
    JsonNode waiting =
        api.await(longer, job -> kinds(job.at("/status/waiting")).contains("SetAside"))
            .at("/status/waiting");

    assertThat(waiting.at("/ahead").asInt()).isEqualTo(1);
    assertThat(waiting.at("/blockers/0/job").asString()).isEqualTo(head);
    assertThat(waiting.at("/nearestFit/walltimeSeconds").asLong()).isBetween(7000L, 7210L);
    String shorter = api.submitted(spec(1, "1h", ""));
    api.awaitState(shorter, "STARTING");
    assertThat(api.job(head).at("/status/state").asString()).isEqualTo("QUEUED");
  }

  @Test
  void a_job_of_higher_priority_goes_first() {
    String blocking = running(2, "1h");
    String plain = api.submitted(spec(2, "1h", ""));
    String urgent = api.submitted(spec(2, "1h", "") + "priority: 50\n");

    assertThat(api.job(urgent).path("priority").asInt()).isEqualTo(50);
    api.await(plain, job -> job.at("/status/waiting/ahead").asInt() == 1);
    mayEnd.countDown();
    api.ended(blocking);
    api.ended(urgent);
    assertThat(began(urgent)).isBefore(began(plain));
  }

  private static Instant began(String id) {
    return Instant.parse(api.ended(id).at("/status/attempts/0/beganAt").asString());
  }

  @Test
  void a_project_keeps_to_its_quota_and_another_one_goes_on() {
    String first = api.submitted(spec(1, "1h", ", project: small"));
    api.awaitState(first, "STARTING");
    String second = api.submitted(spec(1, "1h", ", project: small"));
    String other = api.submitted(spec(1, "1h", ", project: large"));

    api.awaitState(other, "STARTING");
    JsonNode waiting =
        api.await(second, job -> kinds(job.at("/status/waiting")).contains("QuotaExceeded"))
            .at("/status/waiting");
    assertThat(waiting.at("/blockers/0/message").asString())
        .isEqualTo("project small holds 1 GPUs and may hold 1; this job counts as 1");
  }

  @Test
  void a_job_waits_for_the_gpus_that_it_names_and_others_pass_it() {
    String first = api.submitted(spec(1, "1h", "") + "placement: {gpus: [1]}\n");
    awaitGpu(first, "emulated-1");
    String second = api.submitted(spec(1, "1h", "") + "placement: {gpus: [emulated-1]}\n");
    api.await(
        second,
        job ->
            job.at("/status/waiting/blockers")
                .findValuesAsString("message")
                .contains("it asks for 1 emulated GPUs, 0 of 1 are free"));

    String other = api.submitted(spec(1, "1h", ""));
    awaitGpu(other, "emulated-0");
    command(first, "cancel");
    awaitGpu(second, "emulated-1");
  }

  /** A job is starting before its processes are planned. */
  private void awaitGpu(String id, String gpu) {
    api.await(id, job -> job.at("/status/processes/0/gpu").asString().equals(gpu));
  }

  @Test
  void places_that_are_not_there_are_refused_by_name() {
    assertError(
        spec(1, "1h", "") + "placement: {nodes: [nowhere]}\n",
        "/placement/nodes/0",
        "is no node of this cluster: 'nowhere' (there are: ");
    assertError(
        spec(1, "1h", "") + "placement: {gpus: [emulated-7]}\n",
        "/placement/gpus/0",
        "did you mean 'emulated-0'? (indexes are 0 to 1)");
    assertError(
        spec(1, "1h", "") + "placement: {processes: [{gpu: 9}]}\n",
        "/placement/processes/0/gpu",
        "is no GPU there: '9'");
    assertError(
        spec(1, "1h", "") + "placement: {cores: 60000-60001}\n",
        "/placement/cores",
        "names CPUs that jobs may not use there");
    assertError(
        spec(2, "1h", "") + "placement: {policy: spread}\n",
        "/placement/policy",
        "fits on no nodes of this cluster");
    assertError(
        spec(1, "1h", "").replace("gpus: 1", "gpus: 1, coresPerGpu: 1000"),
        "/resources/coresPerGpu",
        "leaves no place for the job even while no other runs: it asks for 1 emulated GPUs");
    assertError(
        spec(2, "1h", "")
            + "placement: {processes: [{gpu: 0, cores: '0'}, {gpu: 1, cores: '0'}]}\n",
        "/placement",
        "cores that it names, or as many as it takes, are not free");
  }

  @Test
  void what_could_never_run_is_refused_at_once() {
    assertError(spec(1, "1h", ", project: smal"), "/metadata/project", "did you mean 'small'?");
    assertError(spec(2, "1h", ", project: small"), "/resources/gpus", "may hold 1");
    assertError(spec(1, "49h", ""), "/walltime", "at most 48h");
    assertError(
        spec(2, "1h", "").replace("gpus: 2", "gpus: 3"), "/resources/gpus", "this cluster has 2");
  }

  private static void assertError(String spec, String pointer, String message) {
    HttpResponse<String> response = api.submit(spec, "");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(422);
    assertThat(Api.json(response).at("/errors/0/pointer").asString()).isEqualTo(pointer);
    assertThat(Api.json(response).at("/errors/0/message").asString()).contains(message);
  }

  @Test
  void a_held_job_waits_until_it_is_released_and_its_history_says_so() {
    String id = Api.json(api.submit(spec(1, "1h", ""), "?hold=true")).path("id").asString();
    String other = running(1, "1h");

    assertThat(kinds(waiting(id))).containsExactly("Held");
    assertThat(waiting(id).path("earliestStart").isNull()).isTrue();
    assertThat(command(id, "release").statusCode()).isEqualTo(202);
    api.awaitState(id, "STARTING");
    assertThat(command(id, "hold").statusCode()).isEqualTo(409);
    mayEnd.countDown();
    api.ended(id);
    api.ended(other);
    assertThat(
            Api.json(api.get("/api/v1/jobs/" + id + "/events"))
                .path("items")
                .valueStream()
                .map(
                    event ->
                        event.path("kind").asString() + " " + event.path("state").asString("")))
        .containsExactly(
            "Submitted QUEUED",
            "Released ",
            "StateChanged COMPILING",
            "StateChanged STARTING",
            "StateChanged RUNNING",
            "StateChanged FINISHING",
            "StateChanged SUCCEEDED");
  }

  @Test
  void holding_a_waiting_job_lets_others_pass() {
    String blocking = running(2, "1h");
    String first = api.submitted(spec(2, "1h", ""));
    String second = api.submitted(spec(2, "1h", ""));

    assertThat(Api.json(command(first, "hold")).at("/status/held").asBoolean()).isTrue();
    mayEnd.countDown();
    api.ended(blocking);
    api.ended(second);

    assertThat(api.job(first).at("/status/state").asString()).isEqualTo("QUEUED");
  }

  @Test
  void a_restart_leaves_the_line_as_it_was() {
    String running = running(2, "1h");
    String held = Api.json(api.submit(spec(1, "1h", ""), "?hold=true")).path("id").asString();
    String waits = api.submitted(spec(2, "1h", ""));

    service.stop();
    service.start();

    assertThat(kinds(waiting(held))).contains("Held");
    assertThat(kinds(waiting(waits))).containsExactly("NotEnoughFree");
    assertThat(api.job(running).at("/status/state").asString()).isEqualTo("STARTING");
  }
}
