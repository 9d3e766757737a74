package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.ServerSentEvent;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestBundle;
import org.gpurma.wire.Protocol;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The life of a job over real HTTP; only mpirun and its processes are played. */
class JobLifecycleTest {
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

  private JsonNode run(FakeLauncher.Play play) {
    LAUNCHER.play(play);
    return api.ended(api.submitted(Specs.HELLO));
  }

  private static String state(JsonNode job) {
    return job.path("status").path("state").asString();
  }

  @Test
  void a_good_job_goes_through_every_state_and_succeeds() {
    JsonNode job = run(FakeLauncher.HELLO);

    assertThat(state(job)).isEqualTo("SUCCEEDED");
    assertThat(
            job.path("status")
                .path("transitions")
                .valueStream()
                .map(t -> t.path("state").asString()))
        .containsExactly("QUEUED", "COMPILING", "STARTING", "RUNNING", "FINISHING", "SUCCEEDED");
    assertThat(job.path("status").path("check").path("passed").asBoolean()).isTrue();
    assertThat(job.path("status").path("kernelMillis").asDouble()).isEqualTo(2.5);
    assertThat(job.path("status").path("processes").path(1).path("rankStart").asInt()).isEqualTo(8);
    assertThat(job.path("status").path("command").path(0).asString()).isEqualTo("mpirun");
    String logs = "/api/v1/jobs/" + job.path("id").asString() + "/logs?channel=service";
    assertThat(api.get(logs, "Accept", "text/plain").body())
        .contains("process 0 timed 1.250 ms", "process 1 timed 1.250 ms");
  }

  @Test
  void the_event_stream_has_every_line_once_and_ends_with_the_state() {
    String id = run(FakeLauncher.HELLO).path("id").asString();

    List<ServerSentEvent> events = api.events(id, "");

    assertThat(events.stream().filter(ServerSentEvent::ofRank).map(ServerSentEvent::text))
        .containsExactlyElementsOf(
            IntStream.range(0, 16)
                .mapToObj(rank -> "Hello World! I am rank " + rank + "/16.")
                .toList());
    assertThat(events.getLast().name()).isEqualTo("end");
    assertThat(events.getLast().data().path("state").asString()).isEqualTo("SUCCEEDED");
  }

  @Test
  void a_stream_resumed_from_any_line_has_exactly_the_rest() {
    String id = run(FakeLauncher.HELLO).path("id").asString();
    List<ServerSentEvent> all = api.events(id, "");

    for (int i = 0; i < all.size() - 1; i++) {
      List<ServerSentEvent> rest = all.subList(i + 1, all.size());
      assertThat(api.events(id, "", "Last-Event-ID", all.get(i).id())).isEqualTo(rest);
      assertThat(api.events(id, "?after=" + all.get(i).id())).isEqualTo(rest);
    }
  }

  @Test
  void a_follower_sees_lines_while_the_job_runs() throws Exception {
    var mayEnd = new CountDownLatch(1);
    LAUNCHER.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          processes.getFirst().log(0, "early");
          mayEnd.await();
          return FakeLauncher.HELLO.run(processes);
        });
    String id = api.submitted(Specs.HELLO);
    try (var stream = new LiveStream(api.url() + "/api/v1/jobs/" + id + "/logs?channel=rank")) {
      assertThat(stream.nextText()).isEqualTo("early");
      mayEnd.countDown();
      assertThat(stream.rest()).contains("event: end");
    }
  }

  @Test
  void a_log_is_read_page_by_page_and_from_a_time_on() {
    String id = run(FakeLauncher.HELLO).path("id").asString();
    String path = "/api/v1/jobs/" + id + "/logs";
    List<String> all = api.get(path, "Accept", "application/x-ndjson").body().lines().toList();

    List<String> pages = new ArrayList<>();
    for (int after = 0; after < all.size(); after += 7) {
      String page =
          api.get(path + "?limit=7&after=" + after, "Accept", "application/x-ndjson").body();
      assertThat(page.lines()).hasSize(Math.min(7, all.size() - after));
      page.lines().forEach(pages::add);
    }
    assertThat(pages).isEqualTo(all);
    assertThat(api.get(path + "?limit=2&rank=3", "Accept", "text/event-stream").body())
        .containsOnlyOnce("event: log")
        .doesNotContain("event: end");
    assertThat(api.get(path + "?since=2999-01-01T00:00:00Z", "Accept", "text/plain").body())
        .isEmpty();
    assertThat(
            api.get(path + "?since=2001-01-01T00:00:00Z", "Accept", "application/x-ndjson")
                .body()
                .lines())
        .containsExactlyElementsOf(all);
    for (String wrong : List.of("limit=x", "limit=5&follow=true", "since=yesterday")) {
      assertThat(api.get(path + "?" + wrong, "Accept", "text/event-stream").statusCode())
          .as(wrong)
          .isEqualTo(400);
    }
  }

  @Test
  void logs_are_filtered_by_rank_and_channel_and_come_as_text_and_json() {
    String id = run(FakeLauncher.HELLO).path("id").asString();
    String path = "/api/v1/jobs/" + id + "/logs";

    assertThat(api.get(path + "?rank=3,9", "Accept", "text/plain").body())
        .isEqualTo(
            "[rank 3] Hello World! I am rank 3/16.\n[rank 9] Hello World! I am rank 9/16.\n");
    assertThat(api.get(path + "?channel=service", "Accept", "application/x-ndjson").body().lines())
        .isNotEmpty()
        .allMatch(line -> line.contains("\"channel\":\"service\""));
    assertThat(api.get(path + "?after=99999", "Accept", "text/plain").statusCode()).isEqualTo(400);
    assertThat(api.get(path + "?channel=x", "Accept", "text/event-stream").statusCode())
        .isEqualTo(400);
    assertThat(api.get(path, "Accept", "image/png").statusCode()).isEqualTo(406);
  }

  @Test
  void logs_are_filtered_by_node_gpu_level_and_words_and_what_is_not_there_is_named() {
    String id = run(FakeLauncher.HELLO).path("id").asString();
    String path = "/api/v1/jobs/" + id + "/logs";
    JsonNode processes = Api.json(api.get("/api/v1/jobs/" + id)).at("/status/processes");
    List<String> gpus = processes.findValuesAsString("gpu");
    String node = processes.path(0).path("node").asString();

    assertThat(ranks(path + "?gpu=" + gpus.get(1))).containsExactly(8, 9, 10, 11, 12, 13, 14, 15);
    assertThat(ranks(path + "?node=" + node + "&rank=6-9")).containsExactly(6, 7, 8, 9);
    assertThat(ranks(path + "?process=0&rank=6-9&text=RANK+7")).containsExactly(7);
    assertThat(ranks(path + "?level=error,warning")).isEmpty();
    for (String wrong :
        List.of(
            "gpu=x; the job has no gpu 'x'; it has " + gpus.get(0),
            "node=x; the job has no node 'x'; it has " + node,
            "rank=3,16-17; the job has no rank 17; valid are 0 to 15",
            "process=2; the job has no process 2; valid are 0 to 1")) {
      String[] parts = wrong.split("; ", 2);
      JsonNode problem = refused(path + "?" + parts[0], 404);
      assertThat(problem.path("detail").asString()).startsWith(parts[1]);
    }
    assertThat(refused(path + "?after=99999", 400).path("detail").asString())
        .matches("the log has lines 1 to \\d+; it cannot be read after line 99999");
    assertThat(refused(path + "?level=loud", 400).path("detail").asString())
        .contains("info", "debug", "warning", "error", "loud");
  }

  private static List<Integer> ranks(String path) {
    return api.get(path, "Accept", "application/x-ndjson")
        .body()
        .lines()
        .map(line -> JsonMapper.shared().readTree(line).path("rank"))
        .filter(JsonNode::isNumber)
        .map(JsonNode::asInt)
        .toList();
  }

  private static JsonNode refused(String path, int status) {
    var response = api.get(path, "Accept", "application/x-ndjson");
    assertThat(response.statusCode()).as(path).isEqualTo(status);
    return Api.json(response);
  }

  @Test
  void a_log_is_downloaded_as_text_whole_or_from_any_byte_on() {
    String id = run(FakeLauncher.HELLO).path("id").asString();
    String path = "/api/v1/jobs/" + id + "/logs/text";
    String whole = api.get("/api/v1/jobs/" + id + "/logs", "Accept", "text/plain").body();

    var download = api.get(path);
    assertThat(download.body()).isEqualTo(whole);
    assertThat(download.headers().firstValue("Accept-Ranges")).contains("bytes");
    assertThat(download.headers().firstValue("Content-Disposition"))
        .contains("attachment; filename=\"" + id + "-1.log\"");
    for (int from = 0; from < whole.length(); from += 61) {
      var part = api.get(path, "Range", "bytes=" + from + "-");
      assertThat(part.statusCode()).isEqualTo(206);
      assertThat(part.body()).isEqualTo(whole.substring(from));
      assertThat(part.headers().firstValue("Content-Range"))
          .contains("bytes %d-%d/%d".formatted(from, whole.length() - 1, whole.length()));
    }
    assertThat(api.get(path, "Range", "bytes=10-19").body()).isEqualTo(whole.substring(10, 20));
    assertThat(api.get(path, "Range", "bytes=-5").body())
        .isEqualTo(whole.substring(whole.length() - 5));
    var behind = api.get(path, "Range", "bytes=" + whole.length() + "-");
    assertThat(behind.statusCode()).isEqualTo(416);
    assertThat(behind.headers().firstValue("Content-Range")).contains("bytes */" + whole.length());
    assertThat(api.get(path, "Range", "lines=1").body()).isEqualTo(whole);
    assertThat(api.get(path + "?rank=3", "Range", "bytes=-5").body()).isEqualTo("/16.\n");
  }

  @Test
  void the_download_of_a_damaged_log_says_which_lines_are_missing() throws IOException {
    String id = run(FakeLauncher.HELLO).path("id").asString();
    String path = "/api/v1/jobs/" + id + "/logs/text";
    Path file = folder.resolve("data/jobs/" + id + "/attempt-1/log");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);

    String whole = api.get(path).body();

    assertThat(whole)
        .isEqualTo(api.get("/api/v1/jobs/" + id + "/logs", "Accept", "text/plain").body())
        .containsPattern("\\[service] gap: lines \\d+ to \\d+ cannot be read.*\n$");
    assertThat(api.get(path, "Range", "bytes=-9").body())
        .isEqualTo(whole.substring(whole.length() - 9));
  }

  @Test
  void a_log_that_cannot_be_read_at_all_is_a_problem_of_the_service() throws IOException {
    String id = run(FakeLauncher.HELLO).path("id").asString();
    Path file = folder.resolve("data/jobs/" + id + "/attempt-1/log");
    Files.delete(file);
    Files.createDirectory(file);

    var answer = api.get("/api/v1/jobs/" + id + "/logs/text");

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(Api.json(answer).path("type").asString()).isEqualTo("/problems/internal-error");
    assertThat(Api.json(answer).path("detail").asString()).contains("(Is a directory)");
    assertThat(answer.headers().firstValue("Content-Disposition")).isEmpty();
  }

  @Test
  void lines_that_come_late_are_in_their_place_in_time() {
    JsonNode job =
        run(
            processes -> {
              processes.forEach(FakeProcess::start);
              processes.get(0).logAt(1_000_000_000L, 0, "first");
              processes.get(0).logAt(3_000_000_000L, 0, "third");
              processes.get(1).logAt(2_000_000_000L, 8, "second");
              processes.forEach(FakeProcess::finish);
              return 0;
            });
    String path = "/api/v1/jobs/" + job.path("id").asString() + "/logs?channel=rank";

    assertThat(api.get(path, "Accept", "text/plain").body())
        .isEqualTo("[rank 0] first\n[rank 0] third\n[rank 8] second\n");
    assertThat(api.get(path + "&order=time", "Accept", "text/plain").body())
        .isEqualTo("[rank 0] first\n[rank 8] second\n[rank 0] third\n");
    assertThat(api.get(path + "&order=time&limit=2", "Accept", "text/plain").body())
        .isEqualTo("[rank 0] first\n[rank 8] second\n");
    for (String wrong : List.of("order=time&follow=true", "order=time&after=1", "order=rank")) {
      refused(path + "&" + wrong, 400);
    }
  }

  @Test
  void a_batch_of_another_protocol_is_refused_with_both_versions() {
    var answers = new ConcurrentLinkedQueue<HttpResponse<byte[]>>();
    run(
        processes -> {
          FakeProcess first = processes.getFirst();
          answers.add(first.post(Protocol.CURRENT_VALUE + 7, first.token(), 0));
          return FakeLauncher.HELLO.run(processes);
        });
    assertThat(answers).hasSize(1);
    assertThat(answers.peek().statusCode()).isEqualTo(400);
    assertThat(new String(answers.peek().body(), StandardCharsets.UTF_8))
        .contains(
            "version " + (Protocol.CURRENT_VALUE + 7) + " of the wire contract",
            "this service version " + Protocol.CURRENT_VALUE);
  }

  @Test
  void what_a_damaged_spool_has_lost_is_a_gap_of_its_process() {
    JsonNode job =
        run(
            processes -> {
              processes.forEach(FakeProcess::start);
              processes.get(1).spool(FakeProcess.line(8, 0, "whole"));
              processes.get(1).tearSpool();
              processes.getFirst().finish();
              return 0;
            });
    List<ServerSentEvent> events = api.events(job.path("id").asString(), "?process=1");

    assertThat(events).extracting(ServerSentEvent::text).contains("whole");
    assertThat(events.stream().filter(event -> event.name().equals("gap")))
        .singleElement()
        .satisfies(
            gap -> {
              assertThat(gap.text()).startsWith("gap: the spool of process 1 holds 5 bytes");
              assertThat(gap.data().path("gap").toString())
                  .isEqualTo("{\"of\":\"process\",\"first\":2,\"last\":null}");
            });
  }

  @Test
  void the_first_reported_failure_is_the_one_of_the_job() {
    JsonNode job =
        run(
            processes -> {
              processes.forEach(FakeProcess::start);
              processes.get(1).log(9, "last words");
              processes.get(1).fail(9, "x == 1 does not hold");
              processes.get(0).fail(0, "a consequence");
              return 3;
            });

    JsonNode status = job.path("status");
    assertThat(state(job)).isEqualTo("FAILED");
    assertThat(status.path("reason").asString()).isEqualTo("ProgramFailed");
    assertThat(status.path("message").asString()).contains("rank 9", "kernel.cu:12", "x == 1");
    assertThat(status.path("failure").path("kind").asString()).isEqualTo("ASSERTION");
    assertThat(status.path("failure").path("gpu").asString()).isEqualTo("emulated-1");
    assertThat(texts(job)).contains("last words");
  }

  @Test
  void a_deadlock_is_nobodys_failure_in_particular() {
    JsonNode job =
        run(
            processes -> {
              processes.forEach(FakeProcess::start);
              processes.getFirst().stall("ranks 0-15 have waited 2.0 s");
              processes.getFirst().deadlock("deadlock: all 16 ranks wait");
              return 3;
            });

    JsonNode status = job.path("status");
    assertThat(state(job)).isEqualTo("FAILED");
    assertThat(status.path("reason").asString()).isEqualTo("ProgramFailed");
    assertThat(status.path("message").asString()).isEqualTo("deadlock: all 16 ranks wait");
    assertThat(status.path("failure").path("kind").asString()).isEqualTo("DEADLOCK");
    assertThat(status.path("failure").path("process").isNull()).isTrue();
    assertThat(texts(job)).contains("stall: ranks 0-15 have waited 2.0 s");
  }

  @Test
  void a_job_whose_ranks_wait_for_long_goes_on() {
    JsonNode job =
        run(
            processes -> {
              processes.forEach(FakeProcess::start);
              processes.getLast().stall("rank 9 has waited 31.0 s");
              processes.getFirst().stall("rank 0 has waited 30.0 s");
              return FakeLauncher.HELLO.run(processes);
            });

    assertThat(state(job)).isEqualTo("SUCCEEDED");
    String logs = "/api/v1/jobs/" + job.path("id").asString() + "/logs?channel=service";
    assertThat(api.get(logs, "Accept", "text/plain").body())
        .contains("stall: rank 9 has waited 31.0 s", "stall: rank 0 has waited 30.0 s");
  }

  @Test
  void a_job_whose_processes_do_not_end_after_a_failure_is_killed() {
    long begin = System.nanoTime();
    JsonNode job =
        run(
            processes -> {
              processes.getFirst().fail(0, "stuck after this");
              Thread.sleep(60_000);
              return 0;
            });

    assertThat(state(job)).isEqualTo("FAILED");
    assertThat((System.nanoTime() - begin) / 1e9).isLessThan(5);
  }

  @Test
  void what_a_process_only_spooled_is_in_the_log() {
    JsonNode job =
        run(
            processes -> {
              processes.forEach(FakeProcess::start);
              processes.getFirst().spool(FakeProcess.line(0, 0, "never sent"));
              return 137;
            });

    assertThat(state(job)).isEqualTo("FAILED");
    assertThat(job.path("status").path("reason").asString()).isEqualTo("ProcessCrashed");
    assertThat(texts(job)).contains("never sent");
  }

  @Test
  void a_failing_check_fails_the_job_and_says_which_ranks() {
    JsonNode job =
        run(
            processes -> {
              processes.forEach(FakeProcess::start);
              processes.getFirst().greet();
              processes.forEach(FakeProcess::finish);
              return 0;
            });

    assertThat(state(job)).isEqualTo("FAILED");
    assertThat(job.path("status").path("reason").asString()).isEqualTo("CheckFailed");
    assertThat(job.path("status").path("message").asString()).contains("rank 8 has 0 lines");
    assertThat(job.path("status").path("check").path("passed").asBoolean()).isFalse();
  }

  @Test
  void a_kernel_that_does_not_compile_fails_the_job_with_the_compilers_message() {
    String id =
        api.submitted(Specs.HELLO.replace("{}\nresources", "{ undeclared = 1; }\nresources"));

    JsonNode job = api.ended(id);

    assertThat(job.path("status").path("reason").asString()).isEqualTo("CompilationFailed");
    assertThat(job.path("status").path("message").asString()).contains("kernel.cu:1", "undeclared");
    assertThat(
            api.get("/api/v1/jobs/" + id + "/logs?channel=compiler", "Accept", "text/plain").body())
        .contains("undeclared");
    assertThat(job.path("status").path("processes").isEmpty()).isTrue();
  }

  @Test
  void a_running_job_is_cancelled() {
    LAUNCHER.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          Thread.sleep(60_000);
          return 0;
        });
    String id = api.submitted(Specs.HELLO);
    api.awaitState(id, "RUNNING");

    assertThat(api.post("/api/v1/jobs/" + id + "/cancel", "text/plain", "").statusCode())
        .isEqualTo(202);

    assertThat(state(api.ended(id))).isEqualTo("CANCELLED");
    assertThat(api.events(id, "").getLast().data().path("state").asString()).isEqualTo("CANCELLED");
  }

  @Test
  void jobs_wait_for_their_gpus_in_order_and_a_waiting_one_can_be_cancelled() {
    var mayEnd = new CountDownLatch(1);
    LAUNCHER.play(
        processes -> {
          mayEnd.await();
          return FakeLauncher.HELLO.run(processes);
        });
    String first = api.submitted(Specs.HELLO);
    String second = api.submitted(Specs.HELLO);
    String third = api.submitted(Specs.HELLO.replace("gpus: 2", "gpus: 1"));
    api.awaitState(first, "STARTING");

    assertThat(state(api.job(second))).isEqualTo("QUEUED");
    assertThat(state(api.job(third))).isEqualTo("QUEUED");
    JsonNode gpus = Api.json(api.get("/api/v1/cluster")).path("nodes").path(0).path("gpus");
    assertThat(gpus.path(1).path("heldBy").asString()).isEqualTo(first);
    assertThat(api.post("/api/v1/jobs/" + second + "/cancel", "text/plain", "").statusCode())
        .isEqualTo(202);
    assertThat(state(api.job(second))).isEqualTo("CANCELLED");
    mayEnd.countDown();
    assertThat(state(api.ended(first))).isEqualTo("SUCCEEDED");
    assertThat(state(api.ended(third))).isEqualTo("SUCCEEDED");
    assertThat(api.post("/api/v1/jobs/" + third + "/cancel", "text/plain", "").statusCode())
        .isEqualTo(409);
  }

  @Test
  void a_job_is_ended_at_its_walltime() {
    LAUNCHER.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          Thread.sleep(60_000);
          return 0;
        });

    JsonNode job = api.ended(api.submitted(Specs.HELLO + "walltime: 1s\n"));

    assertThat(job.path("status").path("reason").asString()).isEqualTo("WalltimeExceeded");
  }

  @Test
  void outputs_come_back_as_files() throws IOException {
    LAUNCHER.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          processes.get(1).output("out.u8", 2, new byte[] {'c', 'd'});
          processes.get(0).output("out.u8", 0, new byte[] {'a', 'b'});
          assertThat(processes.get(0).output("out.u8", 3, new byte[2]).statusCode()).isEqualTo(400);
          assertThat(processes.get(0).output("other", 0, new byte[2]).statusCode()).isEqualTo(400);
          assertThat(processes.get(0).output("..%2Frun.txtpb", 0, new byte[2]).statusCode())
              .isBetween(400, 499);
          processes.forEach(FakeProcess::finish);
          return 0;
        });
    String buffers = "buffers: [{name: b, type: uint8, shape: [4], output: out.u8}]\n";
    String spec = Specs.HELLO.substring(0, Specs.HELLO.indexOf("check:")) + buffers;

    JsonNode job = api.ended(api.submitted(spec));

    assertThat(state(job)).isEqualTo("SUCCEEDED");
    String path = "/api/v1/jobs/" + job.path("id").asString() + "/outputs/";
    assertThat(api.get(path + "out.u8").body()).isEqualTo("abcd");
    assertThat(api.get(path + "out.u8", "Range", "bytes=1-2").body()).isEqualTo("bc");
    assertThat(api.get(path + "run.txtpb").statusCode()).isEqualTo(404);
    Files.delete(
        folder.resolve("data/jobs/" + job.path("id").asString() + "/attempt-1/out/out.u8"));
    assertThat(api.get(path + "out.u8").statusCode()).isEqualTo(404);
    assertThat(api.get(path + "out.u8").body()).contains("was removed from the service's disk");
  }

  @Test
  void rows_that_ranks_log_come_back_as_tables_also_from_a_job_that_fails() {
    LAUNCHER.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          processes.get(1).log(9, "csv 1,0.5");
          processes.get(0).log(0, "csv 2");
          processes.forEach(FakeProcess::finish);
          return 0;
        });
    String results = "results: {columns: [step, residual]}\n";
    String spec = Specs.HELLO.substring(0, Specs.HELLO.indexOf("check:")) + results;

    JsonNode job = api.ended(api.submitted(spec));

    assertThat(job.at("/status/reason").asString()).isEqualTo("CheckFailed");
    assertThat(job.at("/status/check/results/0/detail").asString()).contains("rank 0: csv 2");
    assertThat(job.at("/status/outputs").valueStream().map(o -> o.path("name").asString()))
        .containsExactly("results.csv", "results.json");
    String path = "/api/v1/jobs/" + job.path("id").asString() + "/outputs/";
    assertThat(api.get(path + "results.csv").body()).isEqualTo("step,residual\n1,0.5\n");
    assertThat(Api.json(api.get(path + "results.json")).at("/0/residual").asDouble())
        .isEqualTo(0.5);
  }

  @Test
  void the_same_program_is_compiled_once() throws Exception {
    run(FakeLauncher.HELLO);
    JsonNode again = run(FakeLauncher.HELLO);

    assertThat(texts(again)).contains("program taken from an earlier job");
    try (var programs = Files.list(folder.resolve("data/programs"))) {
      assertThat(programs.count()).isPositive();
    }
  }

  private String texts(JsonNode job) {
    String path = "/api/v1/jobs/" + job.path("id").asString() + "/logs";
    return api.get(path, "Accept", "text/plain").body();
  }
}
