package org.gpurma.service.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.ServerSentEvent;
import org.gpurma.service.testing.SlowBody;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service stops and starts again on the same data. */
class RestartTest {
  @TempDir private Path folder;
  private final FakeLauncher launcher = new FakeLauncher();

  private RunningService service() {
    return new RunningService(folder.resolve("data"), TestBundle.in(folder), launcher);
  }

  private static String state(Api api, String id) {
    return api.job(id).at("/status/state").asString();
  }

  /** Of the first rank. */
  private static String rankLines(Api api, String id) {
    return api.get("/api/v1/jobs/" + id + "/logs?rank=0", "Accept", "text/plain").body();
  }

  @Test
  void ended_jobs_and_their_logs_are_as_they_were() {
    try (RunningService service = service()) {
      Api api = service.api();
      String id = api.submitted(Specs.HELLO);
      var job = api.ended(id);
      List<ServerSentEvent> events = api.events(id, "");

      service.stop();
      service.start();

      assertThat(api.job(id)).isEqualTo(job);
      assertThat(api.events(id, "")).isEqualTo(events);
      assertThat(api.events(id, "", "Last-Event-ID", "5"))
          .isEqualTo(events.subList(5, events.size()));
    }
  }

  @Test
  void running_jobs_go_on_and_waiting_ones_still_wait() throws Exception {
    var mayGoOn = new CountDownLatch(1);
    launcher.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          processes.getFirst().log(0, "before");
          mayGoOn.await();
          return FakeLauncher.HELLO.run(processes);
        });
    try (RunningService service = service()) {
      Api api = service.api();
      String running = api.submitted(Specs.HELLO);
      String waiting = api.submitted(Specs.HELLO);
      api.awaitState(running, "RUNNING");
      // A real process would send again what a stopping service refuses; the played one does not.
      api.await(running, _ -> rankLines(api, running).contains("before"));

      service.stop();
      service.start();

      assertThat(state(api, running)).isEqualTo("RUNNING");
      assertThat(state(api, waiting)).isEqualTo("QUEUED");
      mayGoOn.countDown();
      assertThat(api.ended(running).at("/status/state").asString())
          .as(api.job(running).toString())
          .isEqualTo("SUCCEEDED");
      assertThat(api.ended(waiting).at("/status/state").asString()).isEqualTo("SUCCEEDED");
      assertThat(launcher.launches()).isEqualTo(2);
      assertThat(rankLines(api, running))
          .isEqualTo("[rank 0] before\n[rank 0] Hello World! I am rank 0/16.\n");
    }
  }

  @Test
  void what_a_service_that_stops_cannot_take_any_more_is_to_be_sent_again() throws Exception {
    var batch = new SlowBody();
    var answer = new CompletableFuture<HttpResponse<byte[]>>();
    launcher.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          answer.complete(processes.getFirst().log(0, "too late", batch));
          return 9;
        });
    try (RunningService service = service();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      service.api().submitted(Specs.HELLO);
      batch.await();
      var submission = new SlowBody();
      var submitted = threads.submit(() -> service.api().submit(Specs.HELLO, submission));
      submission.await();

      var stopped = threads.submit(service::stop);
      service.awaitRefusal();
      batch.come();
      submission.come();
      stopped.get();

      assertThat(answer.get().statusCode()).isEqualTo(503);
      assertThat(answer.get().headers().firstValue("Retry-After")).contains("3");
      assertThat(new String(answer.get().body(), UTF_8)).contains("/problems/not-ready");
      assertThat(submitted.get().statusCode()).isEqualTo(201);
      service.start();
      String id = Api.json(submitted.get()).path("id").asString();
      assertThat(state(service.api(), id)).isNotEmpty();
    }
  }

  @Test
  void a_process_that_only_spooled_while_the_service_was_away_loses_nothing() throws Exception {
    var away = new CountDownLatch(1);
    var spooled = new CountDownLatch(1);
    launcher.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          away.await();
          processes.getFirst().spool(FakeProcess.line(0, 0, "while you were away"));
          processes.getLast().spool(FakeProcess.line(8, 0, "here too"));
          spooled.countDown();
          return 9;
        });
    try (RunningService service = service()) {
      Api api = service.api();
      String id = api.submitted(Specs.HELLO);
      api.awaitState(id, "RUNNING");
      service.stop();
      away.countDown();
      spooled.await();
      service.start();

      assertThat(api.ended(id).at("/status/reason").asString()).isEqualTo("ProcessCrashed");
      assertThat(
              api.get("/api/v1/jobs/" + id + "/logs?channel=rank", "Accept", "text/plain").body())
          .isEqualTo("[rank 0] while you were away\n[rank 8] here too\n");
    }
  }
}
