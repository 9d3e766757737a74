package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.service.testing.ModelledJobs;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The running service answers as the OpenAPI document says: with the statuses, content types and
 * bodies that are written there, and with no field that is not.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContractTest {
  private static final String JOBS = "/api/v1/jobs";

  private static final String JOB = "/api/v1/jobs/{id}";

  private static final String NODE = "/api/v1/cluster/nodes/{name}";

  private static final String BUFFERS =
      "buffers: [{name: b, type: uint8, shape: [4], output: out.u8}]\n"
          + "notifications: [{url: 'http://127.0.0.1:9/hook', on: [submitted]}]\n";

  @TempDir private static Path folder;

  private final FakeLauncher launcher = new FakeLauncher();

  private final CountDownLatch mayEnd = new CountDownLatch(1);

  private RunningService service;

  private Api api;
  private DocumentedApi documented;

  @BeforeAll
  void start() {
    service = new RunningService(folder.resolve("data"), TestBundle.in(folder), launcher);
    api = service.api();
    documented = new DocumentedApi(api);
  }

  @AfterAll
  void stop() {
    mayEnd.countDown();
    service.close();
  }

  private HttpResponse<String> call(
      String method, String path, int status, Map<String, String> values, String... options) {
    return documented.call(method, path, status, values, options);
  }

  private String submit(String spec, String... options) {
    List<String> all = new ArrayList<>(List.of("Content-Type", "application/yaml", "body", spec));
    all.addAll(List.of(options));
    HttpResponse<String> response = call("POST", JOBS, 201, Map.of(), all.toArray(String[]::new));
    return Api.json(response).path("id").asString();
  }

  /** In one test, because the last step looks at what all of them together have exercised. */
  @Test
  void the_service_answers_as_its_document_says() {
    jobs();
    waitingJobs();
    arrays();
    nodes();
    refusals();
    keys();
    predictions();
    examples();
    documents();

    assertThat(documented.exercised()).isEqualTo(documented.operations());
  }

  private void jobs() {
    launcher.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          processes.getFirst().output("out.u8", 0, new byte[] {1, 2, 3, 4});
          processes.forEach(FakeProcess::greet);
          processes.forEach(process -> process.sample(10));
          processes.forEach(FakeProcess::finish);
          return 0;
        });
    String id = submit(Specs.HELLO + BUFFERS, "Idempotency-Key", "once");
    submit(Specs.HELLO + BUFFERS, "Idempotency-Key", "once");
    api.ended(id);
    Map<String, String> job = Map.of("id", id);
    HttpResponse<String> seen = call("GET", JOB, 200, job);
    String tag = seen.headers().firstValue("ETag").orElseThrow();
    call("GET", JOB, 304, job, "If-None-Match", tag);
    call("GET", JOB + "/spec", 200, job);
    call("GET", JOB + "/events", 200, job);
    call("GET", JOB + "/events", 400, job, "?", "limit=0");
    call("GET", JOB + "/notifications", 200, job);
    for (String type : List.of("text/plain", "application/x-ndjson", "text/event-stream")) {
      call("GET", JOB + "/logs", 200, job, "Accept", type);
    }
    call("GET", JOB + "/logs/page", 200, job, "?", "line=-3&rank=0&level=info,error");
    call("GET", JOB + "/logs/page", 400, job, "?", "count=0");
    call("GET", JOB + "/logs/text", 200, job);
    call("GET", JOB + "/logs/text", 206, job, "Range", "bytes=0-9");
    call("GET", JOB + "/logs/text", 416, job, "Range", "bytes=999999999-");
    call("GET", JOB + "/logs/page", 404, job, "?", "rank=0-9999");
    call("GET", JOB + "/counters", 200, job);
    call("GET", JOB + "/counters", 400, job, "?", "after=now");
    call("GET", JOB + "/logs", 406, job, "Accept", "image/png");
    call("GET", JOB + "/outputs", 200, job);
    inputs();
    Map<String, String> output = Map.of("id", id, "file", "out.u8");
    call("GET", JOB + "/outputs/{file}", 200, output);
    call("GET", JOB + "/outputs/{file}", 206, output, "Range", "bytes=1-2");
    call("GET", JOB + "/outputs/{file}", 416, output, "Range", "bytes=9-10");
    HttpResponse<String> page = call("GET", JOBS, 200, Map.of(), "?", "limit=1");
    String pageTag = page.headers().firstValue("ETag").orElseThrow();
    call("GET", JOBS, 304, Map.of(), "?", "limit=1", "If-None-Match", pageTag);
    call("GET", JOBS, 400, Map.of(), "?", "state=ASLEEP");
    call("POST", JOB + "/cancel", 409, job);
    launcher.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          processes.getFirst().fail(3, "x == 1 does not hold");
          return 1;
        });
    String failed = submit(Specs.HELLO);
    api.ended(failed);
    call("GET", JOB, 200, Map.of("id", failed));
    launcher.play(FakeLauncher.HELLO);
    call("POST", JOB + "/retry", 202, Map.of("id", failed));
    api.await(failed, now -> now.at("/status/state").asString().equals("SUCCEEDED"));
    call("GET", JOB, 200, Map.of("id", failed));
    call("POST", JOB + "/retry", 409, Map.of("id", failed));
  }

  private void inputs() {
    String form =
        "--b\r\nContent-Disposition: form-data; name=\"spec\"\r\n\r\n"
            + Specs.HELLO
            + "inputs: [{file: a/b.txt, bytes: 3, sha256: "
            + "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad}]\n"
            + "\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a/b.txt\"\r\n\r\nabc"
            + "\r\n--b--\r\n";
    String type = "multipart/form-data; boundary=b";
    HttpResponse<String> made =
        call("POST", JOBS, 201, Map.of(), "Content-Type", type, "body", form);
    String id = Api.json(made).path("id").asString();
    assertThat(call("GET", JOB + "/inputs", 200, Map.of("id", id)).body())
        .contains("\"name\":\"a/b.txt\",\"bytes\":3,\"sha256\":\"ba7816bf");
    Map<String, String> file = Map.of("id", id, "file", "a/b.txt");
    assertThat(call("GET", JOB + "/inputs/{file}", 200, file).body()).isEqualTo("abc");
    assertThat(call("GET", JOB + "/inputs/{file}", 206, file, "Range", "bytes=1-").body())
        .isEqualTo("bc");
    call("GET", JOB + "/inputs/{file}", 416, file, "Range", "bytes=9-10");
    call("GET", JOB + "/inputs/{file}", 404, Map.of("id", id, "file", "a/none"));
    call("GET", JOB + "/inputs", 404, Map.of("id", "none-1"));
    api.ended(id);
  }

  private void waitingJobs() {
    launcher.play(
        processes -> {
          mayEnd.await();
          return FakeLauncher.HELLO.run(processes);
        });
    call(
        "POST",
        "/api/v1/plans",
        200,
        Map.of(),
        "Content-Type",
        "application/yaml",
        "body",
        Specs.HELLO);
    String first = submit(Specs.HELLO.replace("gpus: 2", "gpus: 1"));
    api.awaitState(first, "STARTING");
    call("POST", JOB + "/hold", 409, Map.of("id", first));
    String head = submit(Specs.HELLO);
    String behind = submit(Specs.HELLO.replace("gpus: 2", "gpus: 1") + "walltime: 9h\n");
    api.await(
        behind, job -> job.at("/status/waiting/blockers/0/kind").asString("").equals("SetAside"));
    call("GET", JOB, 200, Map.of("id", head));
    call("GET", JOB, 200, Map.of("id", behind));
    call(
        "POST",
        "/api/v1/plans",
        200,
        Map.of(),
        "Content-Type",
        "application/yaml",
        "body",
        Specs.HELLO);
    call("POST", JOB + "/hold", 202, Map.of("id", head));
    call("GET", JOB, 200, Map.of("id", head));
    call("POST", JOB + "/release", 202, Map.of("id", head));
    call("POST", JOB + "/cancel", 412, Map.of("id", head), "If-Match", "\"0\"");
    call("POST", JOB + "/cancel", 202, Map.of("id", head));
    call("POST", JOB + "/cancel", 202, Map.of("id", behind));
    call("GET", "/api/v1/cluster", 200, Map.of());
    call("POST", JOB + "/cancel", 202, Map.of("id", first));
    api.ended(first);
  }

  private void nodes() {
    String node =
        Api.json(call("GET", "/api/v1/cluster", 200, Map.of())).at("/nodes/0/name").asString();
    Map<String, String> name = Map.of("name", node);
    call("GET", NODE, 200, name);
    HttpResponse<String> topology = call("GET", "/api/v1/cluster/topology", 200, Map.of());
    String tag = topology.headers().firstValue("ETag").orElseThrow();
    call("GET", "/api/v1/cluster/topology", 304, Map.of(), "If-None-Match", tag);
    call("GET", NODE + "/topology", 200, name);
    call("GET", NODE + "/topology", 404, Map.of("name", "none"));
    String json = "application/json";
    String reason = "{\"reason\":\"new memory\"}";
    call("POST", NODE + "/drain", 200, name, "Content-Type", json, "body", reason);
    String tooLong = "{\"reason\":\"" + "x".repeat(501) + "\"}";
    call("POST", NODE + "/drain", 400, name, "Content-Type", json, "body", tooLong);
    call("POST", NODE + "/resume", 200, name);
    Map<String, String> none = Map.of("name", "none");
    call("GET", NODE, 404, none);
    call("POST", NODE + "/drain", 404, none);
    call("POST", NODE + "/resume", 404, none);
  }

  private void arrays() {
    String id =
        submit(Specs.HELLO + "sweep: {matrix: {n: [1, 2]}, maxParallel: 1}\n", "?", "hold=true");
    Map<String, String> array = Map.of("id", id);
    call("GET", "/api/v1/arrays/{id}", 200, array);
    call("POST", "/api/v1/arrays/{id}/release", 202, array);
    call("POST", "/api/v1/arrays/{id}/hold", 202, array);
    call("POST", "/api/v1/arrays/{id}/cancel", 202, array);
    for (String operation : List.of("", "/release", "/hold", "/cancel")) {
      call(
          operation.isEmpty() ? "GET" : "POST",
          "/api/v1/arrays/{id}" + operation,
          404,
          Map.of("id", "none-1"));
    }
  }

  private void refusals() {
    Map<String, String> none = Map.of("id", "none-1");
    for (String path :
        List.of(
            "",
            "/spec",
            "/events",
            "/notifications",
            "/logs",
            "/logs/page",
            "/logs/text",
            "/counters",
            "/outputs")) {
      call("GET", JOB + path, 404, none);
    }
    for (String command : List.of("/cancel", "/hold", "/release", "/retry")) {
      call("POST", JOB + command, 404, none);
    }
    call("GET", JOB + "/outputs/{file}", 404, Map.of("id", "none-1", "file", "x"));
    for (String path : List.of(JOBS, "/api/v1/plans")) {
      String yaml = "application/yaml";
      call("POST", path, 400, Map.of(), "Content-Type", yaml, "body", "{");
      call(
          "POST",
          path,
          404,
          Map.of(),
          "Content-Type",
          yaml,
          "body",
          Specs.HELLO,
          "?",
          "folder=none");
      call("POST", path, 413, Map.of(), "Content-Type", yaml, "body", "#".repeat((1 << 20) + 1));
      call("POST", path, 415, Map.of(), "Content-Type", "image/png", "body", "x");
      call("POST", path, 422, Map.of(), "Content-Type", yaml, "body", "kind: Pod");
    }
    call(
        "POST",
        JOBS,
        422,
        Map.of(),
        "Content-Type",
        "application/yaml",
        "body",
        Specs.HELLO,
        "Idempotency-Key",
        "once");
    call(
        "POST",
        JOBS,
        412,
        Map.of(),
        "Content-Type",
        "application/yaml",
        "body",
        Specs.HELLO,
        "If-Match",
        "\"plan-0\"");
  }

  private void keys() {
    String json = "application/json";
    HttpResponse<String> issued =
        call(
            "POST",
            "/api/v1/keys",
            201,
            Map.of(),
            "Content-Type",
            json,
            "body",
            "{\"name\":\"t\",\"verbs\":[\"read\"]}");
    call("POST", "/api/v1/keys", 400, Map.of(), "Content-Type", json, "body", "{}");
    call("GET", "/api/v1/keys", 200, Map.of());
    Map<String, String> key = Map.of("id", Api.json(issued).at("/key/id").asString());
    call("POST", "/api/v1/keys/{id}/rotate", 400, key, "?", "overlapHours=-1");
    call("POST", "/api/v1/keys/{id}/rotate", 201, key);
    call("DELETE", "/api/v1/keys/{id}", 204, key);
    call("DELETE", "/api/v1/keys/{id}", 404, key);
    call("POST", "/api/v1/keys/{id}/rotate", 404, key);
    String text = Api.json(issued).path("text").asString();
    String login = "{\"key\":\"" + text + "\"}";
    call("POST", "/api/v1/session", 401, Map.of(), "Content-Type", json, "body", login);
    call("DELETE", "/api/v1/session", 204, Map.of());
  }

  private void predictions() {
    launcher.play(ModelledJobs.CALIBRATE);
    api.ended(submit(ModelledJobs.CALIBRATION));
    call("GET", "/api/v1/calibrations", 200, Map.of());
    launcher.play(ModelledJobs.MEASURE);
    String[] plan = {"Content-Type", "application/yaml", "body", ModelledJobs.MODELLED};
    call("POST", "/api/v1/plans", 200, Map.of(), plan);
    String id = submit(ModelledJobs.MODELLED);
    JsonNode job = api.ended(id);
    assertThat(job.at("/prediction/rows")).as(job.toPrettyString()).isNotEmpty();
    call("GET", JOB, 200, Map.of("id", id));
  }

  private void examples() {
    call("GET", "/api/v1/examples", 200, Map.of());
    Map<String, String> example = Map.of("name", "hello-world");
    call("GET", "/api/v1/examples/{name}", 200, example);
    String file = "/api/v1/examples/{name}/file";
    String kernel = call("GET", file, 200, example, "?", "path=kernel.cu").body();
    assertThat(kernel).contains("__global__ void hello_world");
    call("GET", file, 404, example, "?", "path=job.yaml.bak");
    call("GET", "/api/v1/examples/{name}", 404, Map.of("name", "none"));
    call("GET", file, 404, Map.of("name", "none"), "?", "path=job.yaml");
  }

  private void documents() {
    HttpResponse<String> known = call("GET", "/api/v1/capabilities", 200, Map.of());
    String tag = known.headers().firstValue("ETag").orElseThrow();
    call("GET", "/api/v1/capabilities", 304, Map.of(), "If-None-Match", tag);
    assertThat(Api.json(known).at("/backends").toString()).isEqualTo("[\"emulated\"]");
    assertThat(Api.json(known).at("/limits/gpus").asInt()).isEqualTo(2);
    call("GET", "/api/v1/job-spec.schema.json", 200, Map.of());
    call("GET", "/api/v1/openapi.yaml", 200, Map.of());
  }
}
