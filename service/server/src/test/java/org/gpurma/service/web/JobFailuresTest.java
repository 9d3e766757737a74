package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.service.testing.ServerSentEvent;
import org.gpurma.service.testing.Specs;
import org.gpurma.wire.Protocol;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How a job ends when something goes wrong, and what it says of it. */
class JobFailuresTest extends PlayedJobs {
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
    List<ServerSentEvent> events = API.events(job.path("id").asString(), "?process=1");

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
        API.submitted(Specs.HELLO.replace("{}\nresources", "{ undeclared = 1; }\nresources"));

    JsonNode job = API.ended(id);

    assertThat(job.path("status").path("reason").asString()).isEqualTo("CompilationFailed");
    assertThat(job.path("status").path("message").asString()).contains("kernel.cu:1", "undeclared");
    assertThat(
            API.get("/api/v1/jobs/" + id + "/logs?channel=compiler", "Accept", "text/plain").body())
        .contains("undeclared");
    assertThat(job.path("status").path("processes").isEmpty()).isTrue();
  }
}
