package org.gpurma.client.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpurma.client.testing.Samples.endEvent;
import static org.gpurma.client.testing.Samples.failed;
import static org.gpurma.client.testing.Samples.logEvent;
import static org.gpurma.client.testing.Samples.queued;
import static org.gpurma.client.testing.Samples.succeeded;
import static org.gpurma.client.testing.Samples.summary;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpurma.client.testing.Answer;
import org.gpurma.client.testing.FakeService;
import org.junit.jupiter.api.Test;

class MainTest extends CommandLineFixture {
  @Test
  void submitsTheSpecWithItsFilesAndOverrides() throws IOException {
    service.on("POST /api/v1/jobs", Answer.json(201, queued()));
    Files.writeString(folder.resolve("kernel.cu"), "__global__ void k() {}");

    int code = gpurma("submit", spec().toString(), "--set", "i=64", "--set", "gpus=2");

    assertThat(code).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString())
        .contains("job hello-world-1")
        .contains(service.address() + "/jobs/hello-world-1");
    FakeService.Request request = service.requests().getFirst();
    assertThat(request.target()).isEqualTo("/api/v1/jobs?set=i%3D64&set=gpus%3D2");
    assertThat(request.text()).contains("name=\"spec\"").contains("filename=\"kernel.cu\"");
  }

  @Test
  void takesAFolderForTheJobYamlInIt() throws IOException {
    service.on("POST /api/v1/jobs", Answer.json(201, queued()));
    spec();

    assertThat(gpurma("submit", folder.toString())).isEqualTo(ExitCode.SUCCEEDED);
  }

  @Test
  void listsCalibrationsWithTheirAge() {
    service.on(
        "GET /api/v1/calibrations",
        Answer.json(
            200,
            """
            {"items": [{"job": "calibrate-1", "measuredAt": "2026-01-01T00:00:00Z",
              "gpu": "NVIDIA H200", "gpus": 2, "ranks": 132, "nodes": ["n1"], "memoryGBs": 2800,
              "puts": [{"path": "peer", "smallestBytes": 0, "largestBytes": 4096,
                "latencyUs": 2.25, "bandwidthGBs": null, "worstRelativeError": 0.04}]}]}
            """));

    assertThat(gpurma("calibration")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString())
        .contains("NVIDIA H200  2 GPUs of n1, 132 ranks each", " d ago by calibrate-1")
        .contains("memory   2.80e+03 GB/s")
        .containsPattern("peer +0 B +4.0 KiB +2.25 us +no limit seen +4 %");
  }

  @Test
  void followsAJobToItsSuccess() throws IOException {
    service
        .on("POST /api/v1/jobs", Answer.json(201, queued()))
        .on("GET " + JOB, Answer.json(200, succeeded()))
        .on(
            "GET " + JOB + "/logs",
            Answer.brokenEvents(logEvent(1, 3, "Hello World!")),
            Answer.events(logEvent(2, 0, "bye") + endEvent("SUCCEEDED")));

    assertThat(gpurma("submit", spec().toString(), "--follow")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString().lines())
        .containsSubsequence(
            "==> QUEUED  at 0.00 s",
            "==> RUNNING  at 1.00 s",
            "[rank 3] Hello World!",
            "[rank 0] bye",
            "==> SUCCEEDED  at 2.25 s",
            "SUCCEEDED after 2.25 s, kernel 12.5 ms",
            "  check sum      passed  7407.69")
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("  output out.f32  58.5 KiB  sha256 ab12")
                    .endsWith(JOB + "/outputs/out.f32"));
    assertThat(err.toString()).contains("stream broke").contains("goes on");
  }

  @Test
  void followsAJobToItsFailureAndSaysWhereItFailed() {
    service
        .on("GET " + JOB, Answer.json(200, failed()))
        .on("GET " + JOB + "/logs", Answer.events(endEvent("FAILED")));

    assertThat(gpurma("logs", "hello-world-1", "--follow")).isEqualTo(ExitCode.JOB_FAILED);
    assertThat(out.toString())
        .contains("FAILED after 2.00 s: ProgramFailed")
        .contains("ASSERTION (rank 3, process 0, node n1, GPU emulated-0, at kernel.cu:17)")
        .contains("    count == 3");
  }

  @Test
  void printsTheLogSoFar() {
    service.on("GET " + JOB + "/logs", Answer.events(logEvent(1, 5, "a")));

    assertThat(gpurma("logs", "hello-world-1", "--rank", "5")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString()).isEqualToIgnoringNewLines("[rank 5] a\n");
    assertThat(service.requests().getFirst().target()).endsWith("/logs?follow=false&rank=5");
  }

  @Test
  void namesEveryOffendingFieldOfARefusedSpec() throws IOException {
    service.on(
        "POST /api/v1/jobs",
        Answer.problem(
            422,
            """
            {"type":"urn:gpurma:invalid-job-spec","title":"The job spec is invalid","status":422,
             "detail":"2 fields need attention","errors":[
              {"pointer":"/resources/gpus","message":"must be at least 1"},
              {"pointer":"","message":"unknown field 'progam'; did you mean 'program'?"}]}
            """));

    assertThat(gpurma("submit", spec().toString())).isEqualTo(ExitCode.BAD_SPEC);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            """
            The job spec is invalid:
              /resources/gpus: must be at least 1
              (whole spec): unknown field 'progam'; did you mean 'program'?
            """);
  }

  @Test
  void saysHowToStartAServiceWhereNoneAnswers() {
    service.close();

    assertThat(gpurma("jobs")).isEqualTo(ExitCode.SERVICE_UNREACHABLE);
    assertThat(err.toString())
        .contains("No job service answers at " + service.address())
        .contains("./gpurma serve");
  }

  @Test
  void saysThatSomethingElseThanAJobServiceAnswers() {
    service.on("GET /api/v1/jobs", Answer.of(200, "text/html", "<html>"));

    assertThat(gpurma("jobs")).isEqualTo(ExitCode.SERVICE_UNREACHABLE);
    assertThat(err.toString()).contains("does not answer as a GPU RMA job service does");
  }

  @Test
  void reportsAnUnknownJobAsWrongUsage() {
    assertThat(gpurma("status", "nobody")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("Nothing here");
  }

  @Test
  void listsJobsAsATable() {
    service.on(
        "GET /api/v1/jobs",
        Answer.json(
            200,
            "{\"items\":["
                + summary("hello-world-2", "SUCCEEDED")
                + ","
                + summary("hello-world-1", "FAILED")
                + "],\"next\":null}"));

    assertThat(gpurma("jobs")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString().lines().toList())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("JOB            STATE      PROJECT  GPUS  AGE  "),
            line -> assertThat(line).startsWith("hello-world-2  SUCCEEDED  p        2     "),
            line -> assertThat(line).startsWith("hello-world-1  FAILED     p        2     "));
  }

  @Test
  void saysHowToSubmitAFirstJob() {
    service.on("GET /api/v1/jobs", Answer.json(200, "{\"items\":[]}"));

    gpurma("jobs");

    assertThat(err.toString()).contains("gpurma submit job-specs/hello-world/job.yaml");
  }

  @Test
  void printsTheStatusOfAJob() {
    service.on("GET " + JOB, Answer.json(200, succeeded()));

    assertThat(gpurma("status", "hello-world-1")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString())
        .contains("command  mpirun -n 2 gpurma-runtime")
        .contains("process 0  pid 4711  ranks 0-7  n1  emulated-0 Emulated GPU  cores 0");
  }

  @Test
  void cancelsAJob() {
    service.on("POST " + JOB + "/cancel", Answer.json(202, queued()));

    assertThat(gpurma("cancel", "hello-world-1")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString()).contains("is being cancelled; still QUEUED");
  }

  @Test
  void explainsWrongUsage() {
    assertThat(gpurma("submit", "absent.yaml")).isEqualTo(ExitCode.USAGE);
    assertThat(gpurma("submit")).isEqualTo(ExitCode.USAGE);
    assertThat(gpurma("logs", "j", "--rank", "-1")).isEqualTo(ExitCode.USAGE);
    assertThat(gpurma("sbmit", "x")).isEqualTo(ExitCode.USAGE);
    assertThat(run("jobs", "--server", "localhost:8080")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("There is no file absent.yaml")
        .contains("Missing required parameter: 'FILE'")
        .contains("--rank -1: give numbers from 0 and ranges")
        .contains("Did you mean: gpurma submit")
        .contains("'localhost:8080' is no address of a service");
  }

  @Test
  void coloursRanksOnATerminalAndKeepsTheirEscapesOut() {
    service.on("GET " + JOB + "/logs", Answer.events(logEvent(1, 1, "\\u001b[2Jboo")));

    int code =
        Main.run(
            new PrintWriter(out),
            new PrintWriter(err),
            true,
            "logs",
            "hello-world-1",
            "--server",
            service.address().toString());

    assertThat(code).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString()).contains("\u001b[38;5;208m[rank 1]\u001b[0m \uFFFD[2Jboo");
  }

  @Test
  void benchPrintsTablesAndWritesParametersAndPlots() throws IOException {
    Path results = folder.resolve("results.csv");
    Files.writeString(
        results,
        """
        implementation,operation,path,bytes,ranks,threads,rounds,repetitions,median,minimum,maximum,unit
        gpurma,put_notify,device,8,2,256,1000,7,0.5,0.5,0.6,us
        gpurma,put_notify,device,1024,2,256,1000,7,0.6,0.5,0.7,us
        gpurma,put_notify,device,8192,2,256,1000,7,1.3,1.3,1.3,us
        """);
    Path json = folder.resolve("fit/fit.json");

    Path all = folder.resolve("all.json");
    assertThat(run("bench", "table", results.toString(), "--json", all.toString()))
        .isEqualTo(ExitCode.SUCCEEDED);
    assertThat(run("bench", "table", "--all", results.toString())).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(run("bench", "fit", results.toString(), "--json", json.toString()))
        .isEqualTo(ExitCode.SUCCEEDED);
    assertThat(run("bench", "plot", results.toString(), "--out", folder.toString()))
        .isEqualTo(ExitCode.SUCCEEDED);

    assertThat(out.toString())
        .contains("notified put, same GPU, 8 B", "reached", "8 B to 8 KiB", "by-size.svg");
    assertThat(Files.readString(json)).contains("\"latencyUs\":0.49", "\"largestBytes\":8192");
    assertThat(Files.readString(all)).contains("\"bytes\":8192", "\"median\":1.3,");
    assertThat(folder.resolve("put_notify-by-size.svg")).isNotEmptyFile();
  }

  @Test
  void benchNamesAFileThatIsNoResult() throws IOException {
    Path file = Files.writeString(folder.resolve("notes.txt"), "hello\nworld\n");

    assertThat(run("bench", "fit", file.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("notes.txt", "no column 'implementation'");
  }
}
