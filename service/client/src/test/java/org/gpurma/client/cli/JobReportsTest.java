package org.gpurma.client.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpurma.client.testing.Samples.succeeded;
import static org.gpurma.client.testing.Samples.summary;
import static org.gpurma.client.testing.Samples.waiting;

import java.io.IOException;
import org.gpurma.client.testing.Answer;
import org.junit.jupiter.api.Test;

class JobReportsTest extends CommandLineFixture {
  @Test
  void aListIsFilteredAndReadPageByPage() {
    service.on(
        "GET /api/v1/jobs",
        Answer.json(200, "{\"items\":[" + summary("a-2", "RUNNING") + "],\"next\":\"c2\"}"),
        Answer.json(200, "{\"items\":[" + summary("a-1", "QUEUED") + "],\"next\":null}"));

    assertThat(gpurma("jobs", "--state", "QUEUED,RUNNING", "--label", "suite=x", "--project", "p"))
        .isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString()).contains("a-2  RUNNING  p        2", "a-1  QUEUED ");
    assertThat(service.requests().getFirst().target())
        .contains("state=QUEUED,RUNNING", "project=p", "label=suite%3Dx");
    assertThat(service.requests().getLast().target()).contains("cursor=c2");
  }

  @Test
  void jsonIsWhatTheServiceSaid() {
    service
        .on("GET /api/v1/jobs", Answer.json(200, "{\"items\":[" + summary("a-2", "RUNNING") + "]}"))
        .on("GET " + JOB, Answer.json(200, succeeded()));

    assertThat(gpurma("jobs", "--json")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(gpurma("status", "hello-world-1", "--json")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString())
        .contains("\"id\" : \"a-2\"", "\"createdAt\" : \"2026-01-01T00:00:00Z\"")
        .contains("\"state\" : \"SUCCEEDED\"");
  }

  @Test
  void aStatusSaysWhatIsInTheWay() {
    service.on("GET " + JOB, Answer.json(200, waiting()));

    assertThat(gpurma("status", "hello-world-1")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString()).contains("waits, 1 ahead of it", "Held  it is held");
  }

  @Test
  void theHistoryOfAJobIsPrintedWhole() {
    service.on(
        "GET " + JOB + "/events",
        Answer.json(
            200,
            """
            {"items":[{"position":0,"at":"2026-01-01T00:00:00Z","kind":"Submitted","attempt":1,"state":"QUEUED"}],"next":1}
            """),
        Answer.json(
            200,
            """
            {"items":[{"position":1,"at":"2026-01-01T00:00:01Z","kind":"AttemptFailed","attempt":1,"state":null,
             "reason":"Lost","message":"its process is gone"}],"next":null}
            """));

    assertThat(gpurma("events", "hello-world-1")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString()).contains("Submitted", "AttemptFailed", "Lost: its process is gone");
    assertThat(service.requests().getLast().target()).contains("from=1");
  }

  @Test
  void theCountersOfAJobAreATableByProcessAndPath() {
    service.on(
        "GET " + JOB + "/counters",
        Answer.json(
            200,
            """
            {"attempt":2,"live":true,"intervalSeconds":1,"processes":[{"process":0,
             "at":"2026-01-01T00:00:02Z","barriers":4,"waitSeconds":1.25,
             "paths":[{"path":"peer","puts":100,"putBytes":6400,"gets":2,"getBytes":512,
                       "notificationsSent":99,"notificationsMatched":98}],
             "queueFullStalls":7,"unmatchedHighWater":3,"rankWaitSeconds":[1.0,0.25],
             "waits":{"upperBoundsSeconds":[0.001],"counts":[98,0]},
             "log":{"entries":12,"stalls":0,"fullSeconds":0,"highWater":31,"capacity":256},
             "runtime":{"cpuSeconds":3.5,"residentBytes":209715200},
             "gpu":{"utilization":0.97,"powerWatts":612.4}}],
             "samples":{"at":[1]}}
            """),
        Answer.json(
            200,
            "{\"attempt\":1,\"live\":true,\"intervalSeconds\":1,\"processes\":[],\"samples\":{}}"));

    assertThat(gpurma("counters", "hello-world-1", "--attempt", "2")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString())
        .containsPattern("0 +peer +100 +2 +6.8 KiB +99 +98")
        .containsPattern("0 +4 +1.25 s +7 +31/256 +3.50 s +200.0 MiB +97 %, 612 W");
    assertThat(service.requests(JOB + "/counters").getFirst().target()).endsWith("?attempt=2");

    assertThat(gpurma("counters", "hello-world-1")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(err.toString() + out).contains("No process of attempt 1 has counted anything.");
  }

  @Test
  void outputsAreFetchedAndCheckedAgainstTheirChecksum() throws IOException {
    String sha256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    service
        .on("GET " + JOB, Answer.json(200, succeeded().replace("ab12", sha256)))
        .on("GET " + JOB + "/outputs/out.f32", Answer.of(200, "application/octet-stream", "hello"));

    assertThat(gpurma("outputs", "hello-world-1", "--to", folder.toString()))
        .isEqualTo(ExitCode.SUCCEEDED);
    assertThat(folder.resolve("out.f32")).hasContent("hello");

    service.on(
        "GET " + JOB + "/outputs/out.f32", Answer.of(200, "application/octet-stream", "hullo"));
    assertThat(gpurma("outputs", "hello-world-1", "out.f32", "--to", folder.toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("checksum is another one");
    assertThat(folder.resolve("out.f32")).hasContent("hello");
    assertThat(gpurma("outputs", "hello-world-1", "none")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("has no output none; it has [out.f32]");
  }
}
