package org.gpurma.service.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.ServerSentEvent;
import org.gpurma.service.testing.ServiceProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two machines of two emulated GPUs each, reached over ssh; nothing is shared with the service. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class TwoHostsTest {
  private static final Duration LIMIT = Duration.ofSeconds(15);
  private static final Duration BOOT_LIMIT = Duration.ofMinutes(3);

  @TempDir private static Path folder;
  private static Hosts hosts;
  private static RunningService service;
  private static Api api;

  @BeforeAll
  static void start() throws Exception {
    String missing = Hosts.missing();
    assumeTrue(missing.isEmpty(), missing);
    Path bundle = Path.of(System.getProperty("gpurma.test.bundle"));
    hosts = new Hosts(bundle.getParent());
    hosts.boot("h1");
    hosts.boot("h2");
    service =
        new RunningService(
            folder.resolve("data"),
            bundle,
            null,
            hosts.options(ServiceProcess.freePort()).toArray(String[]::new));
    api = service.api();
    awaitHosts();
  }

  @AfterAll
  static void stop() throws Exception {
    if (service != null) {
      service.close();
    }
    if (hosts != null) {
      hosts.close();
    }
  }

  private static JsonNode node(String name) {
    return Api.json(api.get("/api/v1/cluster"))
        .path("nodes")
        .valueStream()
        .filter(node -> node.path("name").asString().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String log(String id) {
    return api.get("/api/v1/jobs/" + id + "/logs", "Accept", "text/plain").body();
  }

  private static boolean schedulable(String name) {
    return node(name).path("schedulable").asBoolean();
  }

  private static void awaitHosts() throws Exception {
    Instant end = Instant.now().plus(BOOT_LIMIT);
    while (!(schedulable("h1") && schedulable("h2"))) {
      assertThat(Instant.now()).as("hosts said %s", hosts.logs()).isBefore(end);
      Thread.sleep(100);
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(100);
    }
  }

  /** On any host: this process sees into the namespaces of all of them. */
  private static List<String> processesOfLaunches() throws IOException {
    try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      return StreamSupport.stream(processes.spliterator(), false)
          .filter(TwoHostsTest::isOurs)
          .map(Path::toString)
          .toList();
    }
  }

  /** On the hosts, and mpirun and what it started here. */
  private static boolean isOurs(Path process) {
    try {
      String environment =
          Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
      String command = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
      return environment.contains("GPURMA_LAUNCH=")
          && (command.contains(folder.toString()) || hosts.have(process));
    } catch (IOException _) {
      return false;
    }
  }

  @Test
  void a_job_over_two_hosts_has_the_right_result_and_every_ranks_log() {
    String id = api.submitted(Kernels.RING);
    JsonNode status = api.ended(id).path("status");

    assertThat(status.path("state").asString()).as(status.toPrettyString()).isEqualTo("SUCCEEDED");
    assertThat(status.path("check").path("passed").asBoolean()).isTrue();
    assertThat(status.path("processes").findValuesAsString("node"))
        .containsExactly("h1", "h1", "h2", "h2");
    assertThat(status.path("processes").findValuesAsString("gpu"))
        .containsExactly("h1-emulated-0", "h1-emulated-1", "h2-emulated-0", "h2-emulated-1");
    assertThat(api.events(id, "").stream().filter(ServerSentEvent::ofRank))
        .extracting(ServerSentEvent::text)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 16)
                .mapToObj(rank -> "rank " + rank + " of 16 got " + (rank + 15) % 16)
                .toList());
  }

  private static JsonNode endedAfter(String id, Instant moment) throws IOException {
    JsonNode status = api.ended(id).path("status");
    assertThat(status.path("state").asString()).as(status.toPrettyString()).isEqualTo("FAILED");
    Instant end =
        Instant.parse(
            status
                .path("transitions")
                .path(status.path("transitions").size() - 1)
                .path("at")
                .asString());
    Duration took = Duration.between(moment, end);
    System.out.println("the job had failed " + took.toMillis() + " ms after its host was lost");
    assertThat(took).isLessThan(LIMIT);
    assertThat(status.path("reason").asString()).isEqualTo("NodeLost");
    assertThat(status.path("message").asString()).contains("h2");
    assertThat(status.at("/failure/node").asString()).isEqualTo("h2");
    return status;
  }

  private static void assertNothingIsLeft(Instant moment) throws Exception {
    while (!processesOfLaunches().isEmpty() && Instant.now().isBefore(moment.plus(LIMIT))) {
      Thread.sleep(100);
    }
    assertThat(processesOfLaunches()).isEmpty();
  }

  @Test
  void a_host_that_is_killed_fails_its_job_and_the_other_host_goes_on() throws Exception {
    String id = api.submitted(Kernels.SLOW_ON_FOUR);
    await(() -> log(id).contains("line 0"));
    Instant moment = Instant.now();

    hosts.kill("h2");
    try {
      endedAfter(id, moment);
      assertNothingIsLeft(moment);
      assertThat(schedulable("h2")).isFalse();
      assertThat(node("h2").path("reason").asString()).isNotBlank();
      assertThat(api.events(id, "").stream().filter(ServerSentEvent::ofRank)).isNotEmpty();
      String small = api.submitted(Kernels.HELLO);
      assertThat(api.ended(small).at("/status/state").asString()).isEqualTo("SUCCEEDED");
      assertThat(api.job(small).at("/status/processes").findValuesAsString("node"))
          .containsOnly("h1");
    } finally {
      hosts.boot("h2");
    }
    await(() -> schedulable("h2"));
  }

  @Test
  void a_host_whose_link_is_cut_fails_its_job_and_ends_what_it_ran() throws Exception {
    String id = api.submitted(Kernels.SLOW_ON_FOUR);
    await(() -> log(id).contains("line 0"));
    Instant moment = Instant.now();

    hosts.cut("h2");
    try {
      endedAfter(id, moment);
      assertNothingIsLeft(moment);
    } finally {
      hosts.mend("h2");
    }
    await(() -> schedulable("h2"));
  }
}
