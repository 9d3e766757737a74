package org.gpurma.service.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.ServerSentEvent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** HTTP, compiler, mpirun, runtime processes and emulator, as a user has them. */
class EndToEndTest {
  private static final int RANKS = 16;

  @TempDir private static Path folder;
  private static RunningService service;
  private static Api api;

  @BeforeAll
  static void start() {
    Path bundle = Path.of(System.getProperty("gpurma.test.bundle"));
    assertThat(Files.isExecutable(bundle.resolve("bin/gpurma-runtime")))
        .as("there is a runtime bundle at %s; ./gpurma build makes it", bundle)
        .isTrue();
    service =
        new RunningService(
            folder.resolve("data"), bundle, null, "--gpurma.launch.local-silence=6s");
    api = service.api();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static JsonNode status(String id) {
    return api.ended(id).path("status");
  }

  private static List<ServerSentEvent> rankLines(String id, String query, String... headers) {
    return api.events(id, query, headers).stream().filter(ServerSentEvent::ofRank).toList();
  }

  private static Duration runningUntilEnd(JsonNode status, Instant from) {
    return Duration.between(
        from,
        Instant.parse(
            status
                .path("transitions")
                .path(status.path("transitions").size() - 1)
                .path("at")
                .asString()));
  }

  /** Where the runtime processes of a job are, once they have started. */
  private static List<ProcessHandle> processes(String id) {
    return api.awaitState(id, "RUNNING")
        .at("/status/processes")
        .valueStream()
        .map(process -> ProcessHandle.of(process.path("pid").asLong()).orElseThrow())
        .toList();
  }

  /**
   * A process that its parent has not asked for yet is a zombie, and holds nothing but its number.
   */
  private static boolean isRunning(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
    } catch (IOException _) {
      return false;
    }
  }

  @Test
  void every_rank_says_hello_once_and_a_resumed_stream_has_the_rest() {
    String id = api.submitted(Kernels.HELLO);
    List<ServerSentEvent> live = rankLines(id, "");

    assertThat(status(id).path("state").asString())
        .as(status(id).toString())
        .isEqualTo("SUCCEEDED");
    assertThat(live)
        .extracting(ServerSentEvent::text)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, RANKS).mapToObj(rank -> "I am " + rank + " of 16").toList());
    assertThat(rankLines(id, "")).isEqualTo(live);
    assertThat(rankLines(id, "", "Last-Event-ID", live.get(7).id())).isEqualTo(live.subList(8, 16));
  }

  @Test
  void what_a_job_wishes_of_userdata_queues_and_places_it_has() {
    String id = api.submitted(Kernels.WISHES);
    JsonNode status = status(id);

    assertThat(status.path("state").asString()).as(status.toString()).isEqualTo("SUCCEEDED");
    assertThat(rankLines(id, ""))
        .extracting(ServerSentEvent::text)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, RANKS).mapToObj(rank -> "got " + (100 + rank + 1599)).toList());
    assertThat(status.path("processes").findValuesAsString("gpu"))
        .containsExactly("emulated-1", "emulated-0");
    assertThat(status.path("outputs").findValuesAsString("name"))
        .containsExactly("userdata.0.bin", "userdata.1.bin");
  }

  @Test
  void ranks_that_may_drop_lines_lose_none_that_no_gap_tells_of() {
    String id = api.submitted(Kernels.FLOOD);
    assertThat(status(id).path("state").asString())
        .as(status(id).toString())
        .isEqualTo("SUCCEEDED");
    Map<Integer, List<ServerSentEvent>> byRank =
        rankLines(id, "").stream()
            .collect(Collectors.groupingBy(event -> event.data().path("rank").asInt()));

    assertThat(byRank).hasSize(RANKS);
    assertThat(byRank.values())
        .allSatisfy(events -> assertThat(missing(events)).isBetween(1L, 4999L));
    assertThat(rankLines(id, "?level=warning").stream().filter(event -> !isGap(event)))
        .isNotEmpty()
        .allSatisfy(event -> assertThat(event.data().path("seq").asInt() % 2).isOne());
  }

  private static boolean isGap(ServerSentEvent event) {
    return "gap".equals(event.name());
  }

  /** How many of a rank's lines its gaps stand for; they and the lines follow each other. */
  private static long missing(List<ServerSentEvent> events) {
    long next = 0;
    long missing = 0;
    for (ServerSentEvent event : events) {
      JsonNode line = event.data();
      if (isGap(event)) {
        assertThat(line.at("/gap/first").asLong()).isEqualTo(next);
        next = line.at("/gap/last").asLong() + 1;
        missing += next - line.at("/gap/first").asLong();
      } else {
        assertThat(line.path("seq").asLong()).isEqualTo(next);
        assertThat(event.text()).isEqualTo("line " + next);
        assertThat(line.path("level").asString()).isEqualTo(next % 2 == 1 ? "warning" : "info");
        next++;
      }
    }
    assertThat(next).isEqualTo(5000);
    return missing;
  }

  @Test
  void a_failed_assertion_ends_the_job_with_its_place_and_every_line_before_it() {
    String id = api.submitted(Kernels.ASSERTION);
    JsonNode status = status(id);

    assertThat(status.path("reason").asString()).as(status.toString()).isEqualTo("ProgramFailed");
    assertThat(status.at("/failure/kind").asString()).isEqualTo("ASSERTION");
    assertThat(status.at("/failure/rank").asInt()).isEqualTo(9);
    assertThat(status.at("/failure/process").asInt()).isEqualTo(1);
    assertThat(status.at("/failure/file").asString()).isEqualTo("kernel.cu");
    assertThat(status.at("/failure/line").asInt()).isEqualTo(12);
    assertThat(rankLines(id, ""))
        .extracting(ServerSentEvent::text)
        .contains(
            IntStream.range(0, RANKS).mapToObj(rank -> "before " + rank).toArray(String[]::new));
  }

  @Test
  void a_deadlock_ends_the_job_and_names_what_the_ranks_wait_for() {
    String id = api.submitted(Kernels.DEADLOCK);
    JsonNode status = status(id);

    assertThat(status.path("reason").asString()).as(status.toString()).isEqualTo("ProgramFailed");
    assertThat(status.at("/failure/kind").asString()).isEqualTo("DEADLOCK");
    assertThat(status.at("/failure/process").isNull()).isTrue();
    assertThat(status.path("message").asString())
        .startsWith("deadlock: all 16 ranks wait and nothing is on its way; rank 3 has waited ")
        .contains(
            " for 1 notification of window 0 of WORLD from rank 5 with tag 7 (has 0; holds 1"
                + " unmatched: window 0 of WORLD from rank 5 with tag 8)",
            "for the WORLD barrier");
  }

  @Test
  void a_kernel_that_does_not_compile_fails_with_the_compilers_words() {
    JsonNode status = status(api.submitted(Kernels.DOES_NOT_COMPILE));

    assertThat(status.path("reason").asString()).isEqualTo("CompilationFailed");
    assertThat(status.path("message").asString()).contains("kernel.cu:10", "undeclared");
  }

  @Test
  void a_killed_process_ends_the_whole_job_within_five_seconds() {
    String id = api.submitted(Kernels.SLOW);
    List<ProcessHandle> processes = processes(id);
    Instant killed = Instant.now();

    assertThat(processes.get(1).destroyForcibly()).isTrue();

    JsonNode status = status(id);
    assertThat(status.path("reason").asString()).as(status.toString()).isEqualTo("ProcessCrashed");
    assertThat(status.path("message").asString()).contains("process 1", "signal 9");
    assertThat(status.at("/failure/gpu").asString()).isEqualTo("emulated-1");
    assertThat(runningUntilEnd(status, killed)).isLessThan(Duration.ofSeconds(5));
    assertThat(processes).noneMatch(EndToEndTest::isRunning);
    assertThat(rankLines(id, "")).isNotEmpty();
  }

  /** mpirun would wait for it for ever. */
  @Test
  void a_process_that_is_stopped_ends_the_whole_job_once_it_was_silent_for_too_long()
      throws Exception {
    String id = api.submitted(Kernels.SLOW);
    List<ProcessHandle> processes = processes(id);

    assertThat(
            new ProcessBuilder("kill", "-STOP", Long.toString(processes.get(1).pid()))
                .start()
                .waitFor())
        .isZero();

    JsonNode status = status(id);
    assertThat(status.path("reason").asString()).as(status.toString()).isEqualTo("ProcessCrashed");
    assertThat(status.path("message").asString())
        .contains("process 1", "GPU emulated-1", "said nothing for 6 s");
    assertThat(processes).noneMatch(EndToEndTest::isRunning);
  }

  @Test
  void a_cancelled_job_leaves_no_process_behind() {
    String id = api.submitted(Kernels.SLOW);
    List<ProcessHandle> processes = processes(id);

    api.post("/api/v1/jobs/" + id + "/cancel", "text/plain", "");

    assertThat(status(id).path("state").asString()).isEqualTo("CANCELLED");
    assertThat(processes).noneMatch(EndToEndTest::isRunning);
    assertThat(Api.json(api.get("/api/v1/cluster")).findValues("heldBy"))
        .allMatch(JsonNode::isNull);
  }

  @Test
  void a_job_runs_on_while_the_service_restarts_and_no_line_is_lost_or_doubled() {
    String id = api.submitted(Kernels.SLOW);
    processes(id);

    service.stop();
    service.start();

    assertThat(status(id).path("state").asString())
        .as(status(id).toString())
        .isEqualTo("SUCCEEDED");
    var byRank =
        rankLines(id, "").stream()
            .collect(
                Collectors.groupingBy(
                    (Function<ServerSentEvent, Integer>) event -> event.data().path("rank").asInt(),
                    Collectors.mapping(ServerSentEvent::text, Collectors.toList())));
    assertThat(byRank).hasSize(RANKS);
    List<String> all = IntStream.range(0, 40).mapToObj(i -> "line " + i).toList();
    assertThat(byRank.values()).allSatisfy(lines -> assertThat(lines).isEqualTo(all));
  }
}
