package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.service.testing.Specs;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The life of a job that nothing goes wrong with but what its user does. */
class JobLifecycleTest extends PlayedJobs {
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
    assertThat(API.get(logs, "Accept", "text/plain").body())
        .contains("process 0 timed 1.250 ms", "process 1 timed 1.250 ms");
  }

  @Test
  void a_running_job_is_cancelled() {
    LAUNCHER.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          Thread.sleep(60_000);
          return 0;
        });
    String id = API.submitted(Specs.HELLO);
    API.awaitState(id, "RUNNING");

    assertThat(API.post("/api/v1/jobs/" + id + "/cancel", "text/plain", "").statusCode())
        .isEqualTo(202);

    assertThat(state(API.ended(id))).isEqualTo("CANCELLED");
    assertThat(API.events(id, "").getLast().data().path("state").asString()).isEqualTo("CANCELLED");
  }

  @Test
  void jobs_wait_for_their_gpus_in_order_and_a_waiting_one_can_be_cancelled() {
    var mayEnd = new CountDownLatch(1);
    LAUNCHER.play(
        processes -> {
          mayEnd.await();
          return FakeLauncher.HELLO.run(processes);
        });
    String first = API.submitted(Specs.HELLO);
    String second = API.submitted(Specs.HELLO);
    String third = API.submitted(Specs.HELLO.replace("gpus: 2", "gpus: 1"));
    API.awaitState(first, "STARTING");

    assertThat(state(API.job(second))).isEqualTo("QUEUED");
    assertThat(state(API.job(third))).isEqualTo("QUEUED");
    JsonNode gpus = Api.json(API.get("/api/v1/cluster")).path("nodes").path(0).path("gpus");
    assertThat(gpus.path(1).path("heldBy").asString()).isEqualTo(first);
    assertThat(API.post("/api/v1/jobs/" + second + "/cancel", "text/plain", "").statusCode())
        .isEqualTo(202);
    assertThat(state(API.job(second))).isEqualTo("CANCELLED");
    mayEnd.countDown();
    assertThat(state(API.ended(first))).isEqualTo("SUCCEEDED");
    assertThat(state(API.ended(third))).isEqualTo("SUCCEEDED");
    assertThat(API.post("/api/v1/jobs/" + third + "/cancel", "text/plain", "").statusCode())
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

    JsonNode job = API.ended(API.submitted(Specs.HELLO + "walltime: 1s\n"));

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

    JsonNode job = API.ended(API.submitted(spec));

    assertThat(state(job)).isEqualTo("SUCCEEDED");
    String path = "/api/v1/jobs/" + job.path("id").asString() + "/outputs/";
    assertThat(API.get(path + "out.u8").body()).isEqualTo("abcd");
    assertThat(API.get(path + "out.u8", "Range", "bytes=1-2").body()).isEqualTo("bc");
    assertThat(API.get(path + "run.txtpb").statusCode()).isEqualTo(404);
    Files.delete(
        SERVICE.data().resolve("jobs/" + job.path("id").asString() + "/attempt-1/out/out.u8"));
    assertThat(API.get(path + "out.u8").statusCode()).isEqualTo(404);
    assertThat(API.get(path + "out.u8").body()).contains("was removed from the service's disk");
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

    JsonNode job = API.ended(API.submitted(spec));

    assertThat(job.at("/status/reason").asString()).isEqualTo("CheckFailed");
    assertThat(job.at("/status/check/results/0/detail").asString()).contains("rank 0: csv 2");
    assertThat(job.at("/status/outputs").valueStream().map(o -> o.path("name").asString()))
        .containsExactly("results.csv", "results.json");
    String path = "/api/v1/jobs/" + job.path("id").asString() + "/outputs/";
    assertThat(API.get(path + "results.csv").body()).isEqualTo("step,residual\n1,0.5\n");
    assertThat(Api.json(API.get(path + "results.json")).at("/0/residual").asDouble())
        .isEqualTo(0.5);
  }

  @Test
  void the_same_program_is_compiled_once() throws Exception {
    run(FakeLauncher.HELLO);
    JsonNode again = run(FakeLauncher.HELLO);

    assertThat(texts(again)).contains("program taken from an earlier job");
    try (var programs = Files.list(SERVICE.data().resolve("programs"))) {
      assertThat(programs.count()).isPositive();
    }
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
    assertThat(API.get(logs, "Accept", "text/plain").body())
        .contains("stall: rank 9 has waited 31.0 s", "stall: rank 0 has waited 30.0 s");
  }
}
