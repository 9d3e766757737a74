package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestBundle;
import org.gpurma.wire.Ack;
import org.gpurma.wire.Protocol;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What the service answers to good and bad requests. */
class RequestsTest {
  private static final FakeLauncher LAUNCHER = new FakeLauncher();
  @TempDir private static Path folder;
  private static RunningService service;
  private static Api api;

  @BeforeAll
  static void start() throws IOException {
    Path job = Files.createDirectories(folder.resolve("catalogue/hello"));
    Files.writeString(job.resolve("job.yaml"), Specs.HELLO);
    Files.writeString(job.resolve("kernel.cu"), "__global__ void hello(gpurma_context_handle) {}");
    Files.writeString(job.resolve("README.md"), "not needed");
    service =
        new RunningService(
            folder.resolve("data"),
            TestBundle.in(folder),
            LAUNCHER,
            "--gpurma.job-specs=" + folder.resolve("catalogue"));
    api = service.api();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static JsonNode problem(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
    return Api.json(response);
  }

  private static long jobs() {
    return Api.json(api.get("/api/v1/jobs?limit=500")).path("items").size();
  }

  /** Folders of files that were sent along. */
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
  void a_bad_spec_names_every_place_and_stores_nothing() throws IOException {
    long before = jobs();
    long filesBefore = files();

    JsonNode problem =
        problem(api.submit(Specs.HELLO.replace("gpus: 2", "gpus: 0, gpu: 1"), "?set=x=1"), 422);

    assertThat(problem.path("type").asString()).endsWith("/invalid-job-spec");
    assertThat(problem.path("errors").valueStream().map(error -> error.path("pointer").asString()))
        .containsExactlyInAnyOrder("/parameters/x", "/resources/gpus", "/resources/gpu");
    assertThat(jobs()).isEqualTo(before);
    assertThat(files()).isEqualTo(filesBefore);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          GET   | /api/v1/jobs?stat=QUEUED | `` | 400 | 'stat'; did you mean 'state'?
          GET   | /api/v1/jobs/none-1/logs?ranks=1 | `` | 400 | 'ranks'; did you mean 'rank'?
          GET   | /api/v1/capabilities?x | `` | 400 | none are known here
          POST  | /api/v1/keys | {"nam":"a"} | 400 | 'nam'; did you mean 'name'?
          POST  | /api/v1/keys | {"name":"a","verbs":["reed"]} | 400 | 'verbs[0]': 'reed' is no verb; there are read
          POST  | /api/v1/keys | {"name":["a"]} | 400 | 'name' is of the wrong type
          POST  | /api/v1/keys | {"name": | 400 | is not valid JSON (line 1, column
          POST  | /api/v1/keys | `` | 400 | it must be JSON
          PATCH | /api/v1/jobs | `` | 405 | It has no method PATCH; there are
          TRACE | /api/v1/jobs | `` | 405 | It has no method TRACE
          DELETE | / | `` | 405 | It has no method DELETE
          GET   | /error | `` | 404 | There is nothing here
          GET   | /api/v2/jobs | `` | 404 | nothing at /api/v2/jobs; /api/v1/openapi.yaml
          GET   | /api/v1/jobs?limit=1e3 | `` | 400 | limit must be a whole number, but is '1e3'
          GET   | /api/v1/jobs?limit=1&limit=2 | `` | 400 | 'limit' is given twice
          POST  | /api/v1/plans?folder=a&folder=b | {} | 400 | 'folder' is given twice
          POST  | /api/v1/session?a=1 | {} | 400 | unknown query parameter 'a'
          """)
  void a_refusal_names_what_is_wrong_and_what_there_is(
      String method, String path, String body, int status, String detail) {
    HttpResponse<String> response =
        api.send(
            HttpRequest.newBuilder(URI.create(api.url() + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build());

    assertThat(problem(response, status).path("detail").asString()).contains(detail);
  }

  @Test
  void who_asks_for_the_head_of_a_log_follows_nothing() {
    String held = Api.json(api.submit(Specs.HELLO, "?hold=true")).path("id").asString();

    HttpResponse<String> head =
        api.send(
            HttpRequest.newBuilder(URI.create(api.url() + "/api/v1/jobs/" + held + "/logs"))
                .header("Accept", "text/event-stream")
                .HEAD()
                .build());

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.headers().firstValue("Content-Type"))
        .contains("text/event-stream;charset=UTF-8");
    assertThat(service.beans(LogTails.class))
        .singleElement()
        .satisfies(tails -> assertThat(tails.followers()).isZero());
    api.command("/api/v1/jobs/" + held + "/cancel");
  }

  @Test
  void health_is_that_of_the_disk_with_the_data() {
    assertThat(
            Api.json(api.get("/actuator/health"))
                .at("/components/diskSpace/details/path")
                .asString())
        .isEqualTo(folder.resolve("data").toString());
  }

  @Test
  void a_form_whose_sender_goes_away_is_a_bad_request() throws IOException {
    String head =
        "POST /api/v1/plans HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 500\r\n\r\n";
    try (var socket = new Socket("127.0.0.1", URI.create(api.url()).getPort())) {
      socket
          .getOutputStream()
          .write(
              (head
                      + "--b\r\nContent-Disposition: form-data; name=\"spec\"\r\n\r\na\r\n--b\r\nCont")
                  .getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();

      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 400");
    }
  }

  @Test
  void a_content_type_that_is_not_taken_is_told_with_those_that_are() {
    HttpResponse<String> response =
        api.send(
            HttpRequest.newBuilder(URI.create(api.url() + "/api/v1/jobs"))
                .header("Content-Type", "image/png")
                .POST(BodyPublishers.ofString("x"))
                .build());

    assertThat(problem(response, 415).path("detail").asString())
        .startsWith("The Content-Type is image/png; it may be application/json, application/yaml");
  }

  @ParameterizedTest
  @CsvSource({"application/yaml", "multipart/form-data; boundary=b"})
  void a_compressed_body_is_refused_with_what_to_send_instead(String type) {
    HttpResponse<String> response =
        api.send(
            HttpRequest.newBuilder(URI.create(api.url() + "/api/v1/jobs"))
                .header("Content-Type", type)
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(new byte[] {0x1f, (byte) 0x8b, 8, 0}))
                .build());

    assertThat(problem(response, 415).path("detail").asString())
        .isEqualTo("The Content-Encoding is gzip; send the body as it is, without the header");
    assertThat(response.headers().firstValue("Accept-Encoding")).contains("identity");
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/jobs/none-1, 404",
    "/api/v1/jobs/..%2F..%2Fetc, 400",
    "/api/v1/jobs/none-1/logs, 404",
    "/api/v1/jobs/none-1/outputs/x, 404",
    "/api/v1/nothing, 404",
    "/api/v1/jobs?limit=0, 400",
    "/api/v1/jobs?limit=many, 400",
    "/api/v1/jobs?cursor=!!, 400",
    "/api/v1/jobs?state=ASLEEP, 400",
  })
  void a_bad_get_is_a_problem_or_at_least_no_server_error(String path, int status) {
    HttpResponse<String> response = api.get(path);

    assertThat(response.statusCode()).isEqualTo(status);
    if (!path.contains("%2F")) {
      problem(response, status);
    }
  }

  @Test
  void bodies_that_are_no_job_spec_are_refused() {
    problem(api.submit("{", ""), 400);
    problem(api.submit("a: 1\na: 2", ""), 400);
    problem(api.submit("a: &x [1]\nb: *x", ""), 400);
    problem(api.submit("#".repeat((1 << 20) + 1), ""), 413);
    problem(api.post("/api/v1/jobs", "application/x-www-form-urlencoded", "a=b"), 415);
    problem(api.post("/api/v1/jobs", "application/json", "[1]"), 400);
    problem(api.submit(Specs.HELLO, "?folder=none"), 404);
    problem(api.submit(Specs.HELLO, "?folder=.."), 404);
    problem(api.post("/api/v1/jobs", "multipart/form-data", "no boundary"), 400);
    problem(api.post("/api/v1/cluster", "application/json", "{}"), 405);
    problem(api.post("/api/v1/jobs/none-1/cancel", "application/json", "{}"), 404);
  }

  @Test
  void a_job_of_the_catalogue_brings_its_sources_and_no_more() {
    String spec = Specs.HELLO.replaceFirst("(?s)source:.*?\\{}\n", "file: kernel.cu\n");

    HttpResponse<String> response = api.submit(spec, "?folder=hello&set=gpus=1");

    assertThat(response.statusCode()).isEqualTo(201);
    JsonNode job = Api.json(response);
    assertThat(response.headers().firstValue("Location"))
        .contains("/api/v1/jobs/" + job.path("id").asString());
    assertThat(job.at("/spec/resources/gpus").asInt()).isEqualTo(1);
    api.ended(job.path("id").asString());
    Path files = folder.resolve("data/jobs/" + job.path("id").asString() + "/attempt-1/files");
    assertThat(files.resolve("kernel.cu")).exists();
    assertThat(files.resolve("README.md")).doesNotExist();
  }

  @Test
  void files_come_in_a_form_under_their_relative_paths() {
    String spec = Specs.HELLO.replaceFirst("(?s)source:.*?\\{}\n", "file: src/kernel.cu\n");
    String kernel = "__global__ void hello(gpurma_context_handle) {}";

    HttpResponse<String> response = form(spec, "src/kernel.cu", kernel);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    String id = Api.json(response).path("id").asString();
    assertThat(api.ended(id).at("/status/state").asString()).isEqualTo("SUCCEEDED");
    assertThat(problem(form(spec, "kernel.cu", kernel), 422).at("/errors/0/pointer").asString())
        .isEqualTo("/program/file");
  }

  @ParameterizedTest
  @CsvSource({"../kernel.cu", "/tmp/kernel.cu", "a/../../kernel.cu", "''"})
  void a_file_name_that_leaves_the_folder_is_refused(String name) {
    JsonNode problem = problem(form(Specs.HELLO, name, "x"), 422);

    assertThat(problem.at("/errors/0/message").asString()).contains("file");
  }

  @Test
  void a_form_with_two_specs_or_too_many_parts_is_refused_with_what_is_too_many() {
    String spec = "--b\r\nContent-Disposition: form-data; name=\"spec\"\r\n\r\nkind: Job\r\n";
    String type = "multipart/form-data; boundary=b";

    assertThat(problem(api.post("/api/v1/jobs", type, spec + spec + "--b--\r\n"), 400).toString())
        .contains("the part 'spec' twice");
    assertThat(
            problem(api.post("/api/v1/jobs", type, spec.repeat(2201) + "--b--\r\n"), 413)
                .toString())
        .contains("The form is too large: it has more than 2200 parts");
  }

  private static HttpResponse<String> form(String spec, String fileName, String content) {
    String body =
        "--b\r\nContent-Disposition: form-data; name=\"spec\"\r\nContent-Type: application/yaml\r\n\r\n"
            + spec
            + "\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\""
            + fileName
            + "\"\r\n\r\n"
            + content
            + "\r\n--b--\r\n";
    return api.post("/api/v1/jobs", "multipart/form-data; boundary=b", body);
  }

  @Test
  void lists_are_paged_and_filtered() {
    for (int i = 0; i < 3; i++) {
      api.ended(api.submitted(Specs.HELLO));
    }

    JsonNode first = Api.json(api.get("/api/v1/jobs?limit=2&state=succeeded"));
    JsonNode second =
        Api.json(
            api.get(
                "/api/v1/jobs?limit=2&state=SUCCEEDED&cursor=" + first.path("next").asString()));

    assertThat(first.path("items").size()).isEqualTo(2);
    assertThat(second.at("/items/0/id")).isNotEqualTo(first.at("/items/1/id"));
  }

  @Test
  void only_a_process_with_the_token_and_the_same_protocol_may_report() throws Exception {
    var process = new CompletableFuture<FakeProcess>();
    var mayEnd = new CompletableFuture<Void>();
    LAUNCHER.play(
        processes -> {
          process.complete(processes.getFirst());
          mayEnd.join();
          return FakeLauncher.HELLO.run(processes);
        });
    String id = api.submitted(Specs.HELLO);
    FakeProcess sender = process.get(30, TimeUnit.SECONDS);
    var line = FakeProcess.line(0, 0, "x").build();

    assertThat(sender.post(Protocol.CURRENT_VALUE, "wrong", 99, line).statusCode()).isEqualTo(401);
    HttpResponse<byte[]> refused = sender.post(7, sender.token(), 99, line);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(new String(refused.body(), StandardCharsets.UTF_8))
        .contains("version 7", "version " + Protocol.CURRENT_VALUE);
    HttpResponse<byte[]> early = sender.post(Protocol.CURRENT_VALUE, sender.token(), 99, line);
    assertThat(Ack.parseFrom(early.body()).getNextIndex()).isZero();
    mayEnd.complete(null);
    assertThat(api.ended(id).at("/status/state").asString()).isEqualTo("SUCCEEDED");
    assertThat(sender.post(Protocol.CURRENT_VALUE, sender.token(), 99, line).statusCode())
        .isEqualTo(410);
    assertThat(sender.post(Protocol.CURRENT_VALUE, "wrong", 99, line).statusCode()).isEqualTo(401);
    LAUNCHER.play(FakeLauncher.HELLO);
  }

  @Test
  void garbage_is_no_batch() {
    HttpResponse<String> response =
        api.send(
            HttpRequest.newBuilder(
                    URI.create(api.url() + "/internal/v1/jobs/x-1/attempts/1/batches"))
                .header("Content-Type", "application/x-protobuf")
                .POST(BodyPublishers.ofString("garbage"))
                .build());

    assertThat(response.statusCode()).isEqualTo(404);
  }

  @Test
  void metrics_and_health_are_exposed() {
    api.ended(api.submitted(Specs.HELLO));
    String metrics = api.get("/actuator/prometheus").body();

    assertThat(metrics)
        .contains(
            "gpurma_jobs_ended_total{",
            "gpurma_job_queue_wait_seconds_count",
            "gpurma_job_run_seconds_count",
            "gpurma_log_lines_total{channel=\"rank\"}",
            "gpurma_gpus{state=\"free\"}",
            "gpurma_gpus{state=\"held\"}");
    assertThat(Api.json(api.get("/actuator/health")).path("status").asString()).isEqualTo("UP");
  }

  @Test
  void the_api_document_and_the_schema_are_served_and_name_what_there_is() {
    JsonNode document = new YAMLMapper().readTree(api.get("/api/v1/openapi.yaml").body());

    assertThat(document.path("openapi").asString()).isEqualTo("3.1.0");
    for (String path : document.path("paths").propertyNames()) {
      for (String method : document.path("paths").path(path).propertyNames()) {
        if (method.equals("get")) {
          String real =
              path.replace("{id}", "none-1").replace("{file}", "x").replace("{name}", "none")
                  + (path.endsWith("/file") ? "?path=x" : "");
          assertThat(api.get(real).statusCode()).as(real).isEqualTo(path.contains("{") ? 404 : 200);
        }
      }
    }
    assertThat(Api.json(api.get("/api/v1/job-spec.schema.json")).path("title").asString())
        .isEqualTo("GPU RMA job spec");
  }

  @Test
  void the_page_of_a_job_is_the_page_of_all() {
    assertThat(api.get("/jobs/any-1").body()).isEqualTo(api.get("/index.html").body());
  }
}
