package org.gpurma.service.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.ServerSentEvent;
import org.gpurma.service.testing.ServiceProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Kills the service, mpirun, a runtime process or a helper of mpirun at random moments of a job.
 *
 * <p>{@code -Dgpurma.test.kills=50} does as many instead of ten, {@code -Dgpurma.test.seed=7}
 * repeats the choices of a run.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class KillTest {
  private static final int KILLS = Integer.getInteger("gpurma.test.kills", 10);
  private static final int OVER_SSH = KILLS * 2 / 5;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int LINES = 12;
  private static final int RANKS = 16;

  private static final Map<Victim, Set<String>> REASONS =
      Map.of(
          Victim.MPIRUN, Set.of("ProcessCrashed", "LaunchFailed"),
          Victim.RUNTIME, Set.of("ProcessCrashed"),
          Victim.HELPER, Set.of("Lost", "ProcessCrashed", "LaunchFailed", "NodeLost"));

  @TempDir private Path folder;
  private final long seed = Long.getLong("gpurma.test.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final Map<String, JsonNode> ended = new TreeMap<>();
  private ServiceProcess service;

  @Test
  void whatever_is_killed_on_one_machine_the_job_ends_right_and_leaves_nothing() throws Exception {
    try (var own = new ServiceProcess(data(), bundle(), ServiceProcess.freePort(), List.of())) {
      service = own;
      service.start();
      kill(KILLS - OVER_SSH, Kernels.COUNTING);
    }
  }

  @Test
  void whatever_is_killed_over_ssh_the_job_ends_right_and_leaves_nothing() throws Exception {
    String missing = Hosts.missing();
    assumeTrue(missing.isEmpty(), missing);
    int port = ServiceProcess.freePort();
    try (var hosts = new Hosts(bundle().getParent())) {
      hosts.boot("h1");
      hosts.boot("h2");
      try (var own = new ServiceProcess(data(), bundle(), port, hosts.options(port))) {
        service = own;
        service.start();
        kill(OVER_SSH, Kernels.COUNTING_ON_FOUR);
      }
    }
  }

  private static Path bundle() {
    return Path.of(System.getProperty("gpurma.test.bundle"));
  }

  private Path data() {
    return folder.resolve("data");
  }

  private Api api() {
    return service.api();
  }

  private void kill(int kills, String spec) throws Exception {
    System.out.println("kills with -Dgpurma.test.seed=" + seed);
    List<Victim> victims = new ArrayList<>();
    while (victims.size() < kills) {
      List<Victim> each = new ArrayList<>(List.of(Victim.values()));
      Collections.shuffle(each, random);
      victims.addAll(each);
    }
    for (Victim victim : victims.subList(0, kills)) {
      do {
        await(this::clusterIsWhole, "all nodes are ready and free");
      } while (!killed(victim, spec));
    }
    service.kill();
    service.start();
    ended.forEach((id, job) -> assertThat(api().job(id).path("status")).isEqualTo(job));
    assertThat(Api.json(api().get("/api/v1/jobs?limit=200")).path("items").findValuesAsString("id"))
        .containsExactlyInAnyOrderElementsOf(ended.keySet());
  }

  private boolean clusterIsWhole() {
    JsonNode cluster = Api.json(api().get("/api/v1/cluster"));
    return cluster.findValues("schedulable").stream().allMatch(JsonNode::asBoolean)
        && cluster.findValues("heldBy").stream().allMatch(JsonNode::isNull);
  }

  /** Whether the victim was still there. */
  private boolean killed(Victim victim, String spec) throws Exception {
    boolean serviceToo = victim != Victim.SERVICE && random.nextInt(4) == 0;
    String id = api().submitted(spec);
    Path run = data().resolve("jobs").resolve(id);
    Instant submitted = Instant.now();
    boolean whileItRuns = random.nextBoolean();
    if (whileItRuns) {
      api()
          .await(
              id, job -> !job.at("/status/state").asString().matches("QUEUED|COMPILING|STARTING"));
    }
    Thread.sleep(random.nextInt(whileItRuns ? 1500 : 2500));

    Optional<String> killed = strike(victim, id, run);
    long moment = Duration.between(submitted, Instant.now()).toMillis();
    if (killed.isPresent() && (serviceToo || victim == Victim.SERVICE)) {
      service.kill();
      Thread.sleep(random.nextInt(1000));
      service.start();
    }
    JsonNode status = api().ended(id).path("status");
    ended.put(id, status);
    System.out.printf(
        "%s: %s%s %d ms after its submission: %s %s%n",
        id,
        killed.map(name -> "killed " + victim + " (" + name + ")").orElse("ended before " + victim),
        serviceToo ? " and the service" : "",
        moment,
        status.path("state").asString(),
        status.path("reason").asString(""));
    assertRightEnd(killed.map(_ -> victim).orElse(Victim.SERVICE), status);
    assertLogIsWhole(id, status.path("state").asString().equals("SUCCEEDED"));
    await(() -> Victim.members(run).isEmpty(), "no process of " + id + " is left");
    return killed.isPresent();
  }

  /** Waits until there is one. Empty where the job has ended before. */
  private Optional<String> strike(Victim victim, String id, Path run) throws InterruptedException {
    if (victim == Victim.SERVICE) {
      return Optional.of("java");
    }
    while (!api().job(id).at("/status/state").asString().matches("SUCCEEDED|FAILED")) {
      List<Victim.Member> those = Victim.members(run).stream().filter(victim::is).toList();
      if (!those.isEmpty()) {
        Victim.Member one = those.get(random.nextInt(those.size()));
        if (ProcessHandle.of(one.pid()).filter(ProcessHandle::destroyForcibly).isPresent()) {
          return Optional.of(one.name());
        }
      }
      Thread.sleep(10);
    }
    return Optional.empty();
  }

  private static void assertRightEnd(Victim victim, JsonNode status) {
    String state = status.path("state").asString();
    switch (victim) {
      case SERVICE -> assertThat(state).as(status.toPrettyString()).isEqualTo("SUCCEEDED");
      case MPIRUN, RUNTIME, HELPER -> {
        if (state.equals("FAILED")) {
          assertThat(status.path("reason").asString())
              .as(status.toPrettyString())
              .isIn(REASONS.get(victim));
          assertThat(status.path("message").asString()).isNotBlank();
        } else {
          // Every process had finished by then.
          assertThat(state).isEqualTo("SUCCEEDED");
          assertThat(victim).isNotEqualTo(Victim.RUNTIME);
        }
      }
    }
    assertThat(status.path("transitions").findValuesAsString("state"))
        .doesNotHaveDuplicates()
        .endsWith(state);
  }

  /** Every rank's lines, each once and none left out: all of them, or those up to some moment. */
  private void assertLogIsWhole(String id, boolean toTheEnd) {
    Map<Integer, List<String>> byRank =
        api().events(id, "").stream()
            .filter(ServerSentEvent::ofRank)
            .collect(
                Collectors.groupingBy(
                    event -> event.data().path("rank").asInt(),
                    TreeMap::new,
                    Collectors.mapping(ServerSentEvent::text, Collectors.toList())));
    byRank.forEach(
        (rank, lines) ->
            assertThat(lines)
                .as("rank %d of %s", rank, id)
                .isEqualTo(IntStream.range(0, lines.size()).mapToObj(i -> "line " + i).toList()));
    if (toTheEnd) {
      assertThat(byRank).hasSize(RANKS);
      assertThat(new ArrayList<>(byRank.values())).allMatch(lines -> lines.size() == LINES);
    }
  }

  private static void await(BooleanSupplier condition, String what) throws InterruptedException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).as(what).isBefore(deadline);
      Thread.sleep(50);
    }
  }
}
