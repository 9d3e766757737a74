package org.gpurma.service.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.Engine;
import org.gpurma.service.testing.PostgresServer;
import org.gpurma.service.testing.ServiceProcess;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * The service is killed while submissions come without a pause, so that some are just being read,
 * stored, committed or answered. {@code -Dgpurma.test.service-kills=20} does it more often, {@code
 * -Dgpurma.test.seed=7} repeats the moments of a run.
 */
class KilledSubmissionsTest {
  private static final int KILLS = Integer.getInteger("gpurma.test.service-kills", 1);
  private static final int SENDERS = 8;
  private static final String SPEC =
      """
      apiVersion: gpurma/v1
      kind: Job
      metadata: {name: %s}
      program: {entry: k, source: "__global__ void k(gpurma_context_handle c) {}"}
      resources: {gpus: 1}
      """;

  @TempDir private Path folder;
  private final long seed = Long.getLong("gpurma.test.seed", System.nanoTime());
  private final Random random = new Random(seed);

  /** Name to id of all that were answered. */
  private final Map<String, String> acknowledged = new ConcurrentHashMap<>();

  private final AtomicBoolean done = new AtomicBoolean();

  @ParameterizedTest
  @EnumSource(names = {"EMBEDDED", "POSTGRESQL"})
  void what_was_acknowledged_is_there_once_however_often_the_service_is_killed(Engine engine)
      throws Exception {
    System.out.println("kills with -Dgpurma.test.seed=" + seed);
    try (ServiceProcess service = service(ServiceProcess.freePort(), engine)) {
      service.start();
      List<Thread> senders = startSenders(service.api());
      for (int i = 0; i < KILLS; i++) {
        awaitMore(50);
        Thread.sleep(random.nextInt(50));
        service.kill();
        service.start();
      }
      awaitMore(1);
      done.set(true);
      for (Thread sender : senders) {
        sender.join();
      }

      assertThat(stored(service.api())).isEqualTo(new TreeMap<>(acknowledged));
    }
  }

  private ServiceProcess service(int port, Engine engine) {
    List<String> options =
        engine == Engine.POSTGRESQL
            ? List.of(
                "--spring.datasource.url=" + PostgresServer.shared().create("killed"),
                "--gpurma.database.patience=5s")
            : List.of();
    return new ServiceProcess(folder.resolve("data"), TestBundle.in(folder), port, options);
  }

  private List<Thread> startSenders(Api api) {
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < SENDERS; i++) {
      int sender = i;
      senders.add(Thread.ofVirtual().start(() -> sendUntilDone(api, sender)));
    }
    return senders;
  }

  private void sendUntilDone(Api api, int sender) {
    for (int i = 0; !done.get(); i++) {
      String name = "job-of-" + sender + "-" + i;
      acknowledged.put(name, send(api, name));
    }
  }

  /** As a careful client does it: again under the same key until there is an answer. */
  private static String send(Api api, String name) {
    while (true) {
      try {
        HttpResponse<String> answer =
            api.submit(SPEC.formatted(name), "?hold=true", "Idempotency-Key", name);
        if (answer.statusCode() == 201) {
          return Api.json(answer).path("id").asString();
        }
      } catch (UncheckedIOException _) {
        // Killed: whether it was stored is not known.
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void awaitMore(int submissions) {
    int wanted = acknowledged.size() + submissions;
    while (acknowledged.size() < wanted) {
      pause();
    }
  }

  /** Name to id of all jobs; fails where a name is there twice. */
  private static Map<String, String> stored(Api api) {
    Map<String, String> stored = new TreeMap<>();
    String query = "?limit=500";
    while (query != null) {
      JsonNode page = Api.json(api.get("/api/v1/jobs" + query));
      for (JsonNode job : page.path("items")) {
        String before = stored.put(job.path("name").asString(), job.path("id").asString());
        assertThat(before).as(job.toString()).isNull();
      }
      query =
          page.path("next").isString() ? "?limit=500&cursor=" + page.path("next").asString() : null;
    }
    return stored;
  }
}
