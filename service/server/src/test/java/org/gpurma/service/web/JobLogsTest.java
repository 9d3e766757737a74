package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.service.testing.ServerSentEvent;
import org.gpurma.service.testing.Specs;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The log of a job: followed, filtered, read by pages and downloaded. */
class JobLogsTest extends PlayedJobs {
  @Test
  void the_event_stream_has_every_line_once_and_ends_with_the_state() {
    String id = run(FakeLauncher.HELLO).path("id").asString();

    List<ServerSentEvent> events = API.events(id, "");

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
    List<ServerSentEvent> all = API.events(id, "");

    for (int i = 0; i < all.size() - 1; i++) {
      List<ServerSentEvent> rest = all.subList(i + 1, all.size());
      assertThat(API.events(id, "", "Last-Event-ID", all.get(i).id())).isEqualTo(rest);
      assertThat(API.events(id, "?after=" + all.get(i).id())).isEqualTo(rest);
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
    String id = API.submitted(Specs.HELLO);
    try (var stream = new LiveStream(API.url() + "/api/v1/jobs/" + id + "/logs?channel=rank")) {
      assertThat(stream.nextText()).isEqualTo("early");
      mayEnd.countDown();
      assertThat(stream.rest()).contains("event: end");
    }
  }

  @Test
  void a_log_is_read_page_by_page_and_from_a_time_on() {
    String id = run(FakeLauncher.HELLO).path("id").asString();
    String path = "/api/v1/jobs/" + id + "/logs";
    List<String> all = API.get(path, "Accept", "application/x-ndjson").body().lines().toList();

    List<String> pages = new ArrayList<>();
    for (int after = 0; after < all.size(); after += 7) {
      String page =
          API.get(path + "?limit=7&after=" + after, "Accept", "application/x-ndjson").body();
      assertThat(page.lines()).hasSize(Math.min(7, all.size() - after));
      page.lines().forEach(pages::add);
    }
    assertThat(pages).isEqualTo(all);
    assertThat(API.get(path + "?limit=2&rank=3", "Accept", "text/event-stream").body())
        .containsOnlyOnce("event: log")
        .doesNotContain("event: end");
    assertThat(API.get(path + "?since=2999-01-01T00:00:00Z", "Accept", "text/plain").body())
        .isEmpty();
    assertThat(
            API.get(path + "?since=2001-01-01T00:00:00Z", "Accept", "application/x-ndjson")
                .body()
                .lines())
        .containsExactlyElementsOf(all);
    for (String wrong : List.of("limit=x", "limit=5&follow=true", "since=yesterday")) {
      assertThat(API.get(path + "?" + wrong, "Accept", "text/event-stream").statusCode())
          .as(wrong)
          .isEqualTo(400);
    }
  }

  @Test
  void logs_are_filtered_by_rank_and_channel_and_come_as_text_and_json() {
    String id = run(FakeLauncher.HELLO).path("id").asString();
    String path = "/api/v1/jobs/" + id + "/logs";

    assertThat(API.get(path + "?rank=3,9", "Accept", "text/plain").body())
        .isEqualTo(
            "[rank 3] Hello World! I am rank 3/16.\n[rank 9] Hello World! I am rank 9/16.\n");
    assertThat(API.get(path + "?channel=service", "Accept", "application/x-ndjson").body().lines())
        .isNotEmpty()
        .allMatch(line -> line.contains("\"channel\":\"service\""));
    assertThat(API.get(path + "?after=99999", "Accept", "text/plain").statusCode()).isEqualTo(400);
    assertThat(API.get(path + "?channel=x", "Accept", "text/event-stream").statusCode())
        .isEqualTo(400);
    assertThat(API.get(path, "Accept", "image/png").statusCode()).isEqualTo(406);
  }

  @Test
  void logs_are_filtered_by_node_gpu_level_and_words_and_what_is_not_there_is_named() {
    String id = run(FakeLauncher.HELLO).path("id").asString();
    String path = "/api/v1/jobs/" + id + "/logs";
    JsonNode processes = Api.json(API.get("/api/v1/jobs/" + id)).at("/status/processes");
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
    return API.get(path, "Accept", "application/x-ndjson")
        .body()
        .lines()
        .map(line -> JsonMapper.shared().readTree(line).path("rank"))
        .filter(JsonNode::isNumber)
        .map(JsonNode::asInt)
        .toList();
  }

  private static JsonNode refused(String path, int status) {
    var response = API.get(path, "Accept", "application/x-ndjson");
    assertThat(response.statusCode()).as(path).isEqualTo(status);
    return Api.json(response);
  }

  @Test
  void a_log_is_downloaded_as_text_whole_or_from_any_byte_on() {
    String id = run(FakeLauncher.HELLO).path("id").asString();
    String path = "/api/v1/jobs/" + id + "/logs/text";
    String whole = API.get("/api/v1/jobs/" + id + "/logs", "Accept", "text/plain").body();

    var download = API.get(path);
    assertThat(download.body()).isEqualTo(whole);
    assertThat(download.headers().firstValue("Accept-Ranges")).contains("bytes");
    assertThat(download.headers().firstValue("Content-Disposition"))
        .contains("attachment; filename=\"" + id + "-1.log\"");
    for (int from = 0; from < whole.length(); from += 61) {
      var part = API.get(path, "Range", "bytes=" + from + "-");
      assertThat(part.statusCode()).isEqualTo(206);
      assertThat(part.body()).isEqualTo(whole.substring(from));
      assertThat(part.headers().firstValue("Content-Range"))
          .contains("bytes %d-%d/%d".formatted(from, whole.length() - 1, whole.length()));
    }
    assertThat(API.get(path, "Range", "bytes=10-19").body()).isEqualTo(whole.substring(10, 20));
    assertThat(API.get(path, "Range", "bytes=-5").body())
        .isEqualTo(whole.substring(whole.length() - 5));
    var behind = API.get(path, "Range", "bytes=" + whole.length() + "-");
    assertThat(behind.statusCode()).isEqualTo(416);
    assertThat(behind.headers().firstValue("Content-Range")).contains("bytes */" + whole.length());
    assertThat(API.get(path, "Range", "lines=1").body()).isEqualTo(whole);
    assertThat(API.get(path + "?rank=3", "Range", "bytes=-5").body()).isEqualTo("/16.\n");
  }

  @Test
  void the_download_of_a_damaged_log_says_which_lines_are_missing() throws IOException {
    String id = run(FakeLauncher.HELLO).path("id").asString();
    String path = "/api/v1/jobs/" + id + "/logs/text";
    Path file = SERVICE.data().resolve("jobs/" + id + "/attempt-1/log");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);

    String whole = API.get(path).body();

    assertThat(whole)
        .isEqualTo(API.get("/api/v1/jobs/" + id + "/logs", "Accept", "text/plain").body())
        .containsPattern("\\[service] gap: lines \\d+ to \\d+ cannot be read.*\n$");
    assertThat(API.get(path, "Range", "bytes=-9").body())
        .isEqualTo(whole.substring(whole.length() - 9));
  }

  @Test
  void a_log_that_cannot_be_read_at_all_is_a_problem_of_the_service() throws IOException {
    String id = run(FakeLauncher.HELLO).path("id").asString();
    Path file = SERVICE.data().resolve("jobs/" + id + "/attempt-1/log");
    Files.delete(file);
    Files.createDirectory(file);

    var answer = API.get("/api/v1/jobs/" + id + "/logs/text");

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

    assertThat(API.get(path, "Accept", "text/plain").body())
        .isEqualTo("[rank 0] first\n[rank 0] third\n[rank 8] second\n");
    assertThat(API.get(path + "&order=time", "Accept", "text/plain").body())
        .isEqualTo("[rank 0] first\n[rank 8] second\n[rank 0] third\n");
    assertThat(API.get(path + "&order=time&limit=2", "Accept", "text/plain").body())
        .isEqualTo("[rank 0] first\n[rank 8] second\n");
    for (String wrong : List.of("order=time&follow=true", "order=time&after=1", "order=rank")) {
      refused(path + "&" + wrong, 400);
    }
  }
}
