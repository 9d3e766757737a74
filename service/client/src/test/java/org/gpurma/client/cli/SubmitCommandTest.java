package org.gpurma.client.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpurma.client.testing.Samples.array;
import static org.gpurma.client.testing.Samples.queued;
import static org.gpurma.client.testing.Samples.succeeded;

import java.io.IOException;
import java.util.List;
import org.gpurma.client.testing.Answer;
import org.junit.jupiter.api.Test;

class SubmitCommandTest extends CommandLineFixture {
  @Test
  void aSubmissionIsSentAgainUnderTheSameKeyWhenItsConnectionBreaks() throws IOException {
    service.on(
        "POST /api/v1/jobs",
        Answer.broken(),
        Answer.problem(
            409,
            """
            {"type":"/problems/submission-in-flight","title":"x","status":409}
            """),
        Answer.json(201, queued()));

    assertThat(gpurma("submit", spec().toString())).isEqualTo(ExitCode.SUCCEEDED);

    List<String> keys =
        service.requests().stream().map(request -> request.header("Idempotency-Key")).toList();
    assertThat(keys).hasSize(3).doesNotContainNull();
    assertThat(keys.stream().distinct()).hasSize(1);
  }

  @Test
  void aSweepIsShownAsAnArray() throws IOException {
    service.on("POST /api/v1/jobs", Answer.json(201, array()));

    assertThat(gpurma("submit", spec().toString(), "--hold")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString())
        .contains("array sweep-4  2 jobs: 1 QUEUED, 1 RUNNING")
        .contains("sweep-5  QUEUED");
    assertThat(service.requests().getFirst().target()).endsWith("?hold=true");
  }

  @Test
  void aPlanSaysWhereItWouldRunAndWhyItWouldWait() throws IOException {
    service.on(
        "POST /api/v1/plans",
        Answer.json(
            200,
            """
            {"jobs":1,"spec":{},"startsNow":true,"waiting":null,
             "processes":[{"index":0,"node":"n1","gpu":"GPU-7","gpuName":"H200","cores":"0-3","nic":"mlx5_0"}],
             "explanation":["GPU-7 is beside mlx5_0"],"command":["mpirun","-n","1"],"environment":{"A":"b"}}
            """),
        Answer.json(
            200,
            """
            {"jobs":1,"spec":{},"startsNow":false,"processes":[],"waiting":{"ahead":3,"blockers":[
             {"kind":"NotEnoughFree","message":"it wants 2 GPUs; 1 are free"}],
             "earliestStart":{"at":"2026-01-01T01:00:00Z","certainty":"forecast"}}}
            """));

    assertThat(gpurma("plan", spec().toString(), "--set", "gpus=2")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(gpurma("plan", spec().toString())).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString())
        .contains("1 job: would start at once")
        .contains("0        n1    GPU-7  H200   0-3    mlx5_0")
        .contains("env      A=b")
        .contains("1 job: would wait")
        .contains("NotEnoughFree  it wants 2 GPUs; 1 are free")
        .contains("starts 2026-01-01T01:00:00Z at the earliest (forecast)");
    assertThat(service.requests().getFirst().target()).isEqualTo("/api/v1/plans?set=gpus%3D2");
  }

  @Test
  void aFollowedJobThatIsTriedAgainIsFollowedToItsRealEnd() {
    service
        .on("GET " + JOB, Answer.json(200, succeeded()))
        .on(
            "GET " + JOB + "/logs",
            Answer.events(
                "event: end\ndata: {\"state\":\"FAILED\",\"attempt\":1,\"nextAttempt\":2}\n\n"),
            Answer.events("event: end\ndata: {\"state\":\"SUCCEEDED\",\"attempt\":2}\n\n"));

    assertThat(gpurma("logs", "hello-world-1", "--follow")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(service.requests(JOB + "/logs").getLast().target()).contains("attempt=2");
  }
}
