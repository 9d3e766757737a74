package org.gpurma.client.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpurma.client.testing.Samples.array;
import static org.gpurma.client.testing.Samples.failed;
import static org.gpurma.client.testing.Samples.queued;
import static org.gpurma.client.testing.Samples.succeeded;

import java.util.List;
import org.gpurma.client.testing.Answer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class JobCommandsTest extends CommandLineFixture {
  @Test
  void commandsOnJobsPrintWhatBecameOfThemAsJson() {
    service.on("POST " + JOB + "/cancel", Answer.json(202, succeeded()));

    assertThat(gpurma("cancel", "hello-world-1", "--json")).isEqualTo(ExitCode.SUCCEEDED);

    assertThat(new JsonMapper().readTree(out.toString()).at("/0/id").asString())
        .isEqualTo("hello-world-1");
  }

  @Test
  void jobsAreHeldReleasedTriedAgainAndCancelled() {
    for (String command : List.of("hold", "release", "retry", "cancel")) {
      service.on("POST " + JOB + "/" + command, Answer.json(202, queued()));
      assertThat(gpurma(command, "hello-world-1")).isEqualTo(ExitCode.SUCCEEDED);
    }
    for (String command : List.of("hold", "release", "cancel")) {
      service.on("POST " + ARRAY + "/" + command, Answer.json(202, array()));
      assertThat(gpurma(command, "sweep-4", "--array")).isEqualTo(ExitCode.SUCCEEDED);
    }
    assertThat(out.toString().lines())
        .contains(
            "job hello-world-1 is held; QUEUED",
            "job hello-world-1 may start; QUEUED",
            "job hello-world-1 is tried again, attempt 1; QUEUED",
            "job hello-world-1 is being cancelled; still QUEUED",
            "array sweep-4: 1 QUEUED, 1 RUNNING");
  }

  @Test
  void aJobInAnotherStateHasAnExitCodeOfItsOwn() {
    service.on(
        "POST " + JOB + "/hold", Answer.problem(409, "{\"title\":\"It runs\",\"status\":409}"));

    assertThat(gpurma("hold", "hello-world-1")).isEqualTo(ExitCode.WRONG_STATE);
    assertThat(err.toString()).contains("It runs");
  }

  @Test
  void waitingEndsWithTheJobsAndTellsWhetherAllSucceeded() {
    service
        .on("GET " + JOB, Answer.json(200, queued()), Answer.json(200, succeeded()))
        .on("GET /api/v1/jobs/bad-1", Answer.json(200, failed()));

    assertThat(gpurma("wait", "hello-world-1")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(gpurma("wait", "hello-world-1", "bad-1")).isEqualTo(ExitCode.JOB_FAILED);
    assertThat(out.toString()).contains("job hello-world-1 SUCCEEDED", "job bad-1 FAILED");
  }

  @Test
  void waitingGoesOnWhileTheServiceIsRestarted() {
    service.on(
        "GET " + JOB,
        Answer.json(200, queued()),
        Answer.broken(),
        Answer.problem(503, "{\"type\":\"/problems/not-ready\",\"status\":503}"),
        Answer.json(200, succeeded()));

    assertThat(gpurma("wait", "hello-world-1")).isEqualTo(ExitCode.SUCCEEDED);
  }
}
