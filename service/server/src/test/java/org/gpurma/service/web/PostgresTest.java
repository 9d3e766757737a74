package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.service.testing.PostgresServer;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service with a PostgreSQL database instead of the embedded one. */
class PostgresTest {
  private static final String DATABASE =
      "--spring.datasource.url=" + PostgresServer.shared().create("service");

  @TempDir private static Path folder;
  private static final FakeLauncher LAUNCHER = new FakeLauncher();
  private static RunningService service;

  @BeforeAll
  static void start() {
    service = new RunningService(folder.resolve("data"), TestBundle.in(folder), LAUNCHER, DATABASE);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static Api api() {
    return service.api();
  }

  private static List<String> listed(String query) {
    return Api.json(api().get("/api/v1/jobs?" + query)).path("items").findValuesAsString("id");
  }

  @Test
  void jobs_run_are_listed_and_are_still_there_after_a_restart() throws Exception {
    var mayGoOn = new CountDownLatch(1);
    LAUNCHER.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          mayGoOn.await();
          return FakeLauncher.HELLO.run(processes);
        });
    String running = api().submitted(Specs.HELLO);
    String waiting = api().submitted(Specs.HELLO);
    api().awaitState(running, "RUNNING");

    service.stop();
    service.start();

    assertThat(listed("state=RUNNING")).containsExactly(running);
    assertThat(listed("state=QUEUED,RUNNING&project=default&limit=1")).containsExactly(waiting);
    mayGoOn.countDown();
    assertThat(api().ended(running).at("/status/state").asString()).isEqualTo("SUCCEEDED");
    assertThat(api().ended(waiting).at("/status/state").asString()).isEqualTo("SUCCEEDED");
    assertThat(folder.resolve("data/service.mv.db")).doesNotExist();
  }

  @Test
  void a_second_service_is_kept_off_the_database() {
    assertThatThrownBy(
            () ->
                new RunningService(
                    folder.resolve("other"),
                    TestBundle.in(folder),
                    LAUNCHER,
                    DATABASE,
                    "--gpurma.database.patience=100ms"))
        .hasStackTraceContaining("another service uses the database");
  }
}
