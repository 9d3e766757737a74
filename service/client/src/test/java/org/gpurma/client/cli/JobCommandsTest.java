package org.gpurma.client.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpurma.client.testing.Samples.array;
import static org.gpurma.client.testing.Samples.failed;
import static org.gpurma.client.testing.Samples.queued;
import static org.gpurma.client.testing.Samples.succeeded;
import static org.gpurma.client.testing.Samples.summary;
import static org.gpurma.client.testing.Samples.waiting;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.client.testing.Answer;
import org.gpurma.client.testing.FakeService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class JobCommandsTest {

  private static final String JOB = "/api/v1/jobs/hello-world-1";
  private static final String ARRAY = "/api/v1/arrays/sweep-4";

  private final FakeService service = new FakeService();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  @AfterEach
  void stop() {
    service.close();
  }

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
  void commandsOnJobsPrintWhatBecameOfThemAsJson() {
    service.on("POST " + JOB + "/cancel", Answer.json(202, succeeded()));

    assertThat(gpurma("cancel", "hello-world-1", "--json")).isEqualTo(ExitCode.SUCCEEDED);

    assertThat(new JsonMapper().readTree(out.toString()).at("/0/id").asString())
        .isEqualTo("hello-world-1");
  }

  @Test
  void theTopologyOfANodeIsATableOfItsConnections() {
    service.on(
        "GET /api/v1/cluster/nodes/gpu1/topology",
        Answer.json(
            200,
            """
            {"name":"gpu1","condition":"READY",
             "numaNodes":[{"index":0,"cpus":"0-7","cores":8}],
             "gpus":[{"index":0,"uuid":"GPU-a","name":"H200","numaNode":0,"nearCpus":"0-7",
                      "nearestNics":["mlx5_0"],"heldBy":"hello-world-1"},
                     {"index":1,"uuid":"GPU-b","name":"H200","numaNode":null,"nearCpus":"",
                      "nearestNics":["mlx5_0"],"heldBy":null}],
             "nics":[{"name":"mlx5_0","kind":"rdma"}],
             "gpuLinks":[{"from":0,"to":1,"kind":"NVLINK","word":"NV18","lanes":18,"peer":true}],
             "nicLinks":[{"gpu":0,"nic":"mlx5_0","kind":"PIX","word":"PIX"},
                         {"gpu":1,"nic":"mlx5_0","kind":"SYS","word":"SYS"}],
             "islands":[{"kind":"NVLINK","gpus":[0,1]}]}
            """));

    assertThat(gpurma("topology", "gpu1")).isEqualTo(ExitCode.SUCCEEDED);

    assertThat(out.toString())
        .containsPattern("GPU +0 +1 +mlx5_0 +NUMA +CPUS +JOB")
        .containsPattern("0 +X +NV18 +PIX +0 +0-7 +hello-world-1")
        .containsPattern("1 +NV18 +X +SYS +- +- +-");
  }

  @Test
  void whatAServiceCanDoAndWhatAJobCameWithAreTables() {
    service
        .on(
            "GET /api/v1/capabilities",
            Answer.json(
                200,
                """
                {"versions":{"api":"v1","jobSpec":["gpurma/v1"],"wire":2},"links":{},
                 "launchers":["local"],"backends":["cuda"],
                 "openMpi":{"version":"5.0.7","pmls":["ob1","ucx"],"transports":["sm"],
                            "accelerators":["cuda"],"gpuDirect":[]},
                 "compilers":[{"backend":"emulated","command":"g++","version":"g++ 12.2.0"},
                              {"backend":"cuda","command":"nvcc","version":null}],
                 "policies":{"binding":["cores","numa"]},
                 "states":[],"reasons":[],"keysNeeded":true,"verbs":["read"],
                 "limits":{"arrayJobs":1000}}
                """))
        .on(
            "GET " + JOB + "/inputs",
            Answer.json(200, "{\"items\":[{\"name\":\"a/b.f32\",\"bytes\":3,\"sha256\":null}]}"));

    assertThat(gpurma("capabilities")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(gpurma("inputs", "hello-world-1")).isEqualTo(ExitCode.SUCCEEDED);

    assertThat(out.toString())
        .containsPattern("version of wire +2")
        .containsPattern("binding +cores, numa")
        .containsPattern("Open MPI +5.0.7")
        .containsPattern("Open MPI's pml +ob1, ucx")
        .containsPattern("GPUDirect parameters +none")
        .containsPattern("compiler, emulated +g\\+\\+ 12.2.0")
        .containsPattern("compiler, cuda +nvcc cannot be run")
        .containsPattern("keys +needed")
        .containsPattern("arrayJobs +1000")
        .containsPattern("a/b.f32 +3 B +-");
  }

  @Test
  void theSchemaOfJobSpecsIsForEditors(@TempDir Path folder) throws IOException {
    service.on("GET /api/v1/job-spec.schema.json", Answer.json(200, "{\"type\":\"object\"}"));
    Path file = folder.resolve("schemas/job.json");

    assertThat(gpurma("schema")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(gpurma("schema", "--to", file.toString())).isEqualTo(ExitCode.SUCCEEDED);

    var expected = new JsonMapper().readTree("{\"type\":\"object\"}");
    assertThat(new JsonMapper().readTree(out.toString())).isEqualTo(expected);
    assertThat(new JsonMapper().readTree(Files.readString(file))).isEqualTo(expected);
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

  @Test
  void nodesAreListedAndDrained() {
    String node =
        """
        {"name":"n1","condition":"READY","schedulable":%s,"reason":%s,"drainedSince":%s,"cores":[0,1],
         "gpus":[{"uuid":"GPU-1","name":"H200","kind":"cuda","memoryMiB":143771,"heldBy":"a-1"},
                 {"uuid":"GPU-2","name":"H200","kind":"cuda","memoryMiB":143771}]}
        """;
    service
        .on(
            "GET /api/v1/cluster",
            Answer.json(200, "{\"nodes\":[" + node.formatted("true", null, null) + "]}"))
        .on(
            "POST /api/v1/cluster/nodes/n1/drain",
            Answer.json(
                200, node.formatted("false", "\"drained: dusty\"", "\"2026-01-01T00:00:00Z\"")));

    assertThat(gpurma("nodes")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(gpurma("drain", "n1", "--reason", "dusty")).isEqualTo(ExitCode.SUCCEEDED);
    assertThat(out.toString())
        .contains("n1    READY  2     1     2      H200")
        .contains("DRAINED", "drained: dusty");
    assertThat(service.requests().getLast().text()).isEqualTo("{\"reason\":\"dusty\"}");
  }

  @Test
  void keysAreIssuedRotatedAndRevokedWithTheKeyOfAnAdministrator() throws IOException {
    String key =
        """
        {"id":"k1","name":"ci","projects":["weather"],"verbs":["read","submit"],
         "createdAt":"2026-01-01T00:00:00Z","expiresAt":null}
        """;
    String issued = "{\"key\":" + key + ",\"text\":\"gpurma_k1_secret\"}";
    Path file = Files.writeString(folder.resolve("key"), "gpurma_admin\n");
    service
        .on("GET /api/v1/keys", Answer.json(200, "{\"items\":[" + key + "]}"))
        .on("POST /api/v1/keys", Answer.json(201, issued))
        .on("POST /api/v1/keys/k1/rotate", Answer.json(201, issued))
        .on("DELETE /api/v1/keys/k1", Answer.of(200, "text/plain", ""));

    for (List<String> command :
        List.of(
            List.of("keys"),
            List.of("keys", "issue", "ci", "--verb", "read,submit", "--project", "weather"),
            List.of("keys", "rotate", "k1", "--overlap", "2"),
            List.of("keys", "revoke", "k1"))) {
      List<String> all = new ArrayList<>(command);
      all.addAll(List.of("--key-file", file.toString()));
      assertThat(gpurma(all.toArray(String[]::new))).as("%s", command).isEqualTo(0);
    }

    assertThat(out.toString())
        .contains("k1   ci    read,submit  weather   revoked by hand")
        .contains("gpurma_k1_secret");
    assertThat(service.requests())
        .allMatch(request -> request.header("Authorization").equals("Bearer gpurma_admin"));
    assertThat(service.requests().get(1).text())
        .contains("\"verbs\":[\"read\",\"submit\"]", "\"projects\":[\"weather\"]");
    assertThat(service.requests().get(2).target()).endsWith("/rotate?overlapHours=2");
  }

  @Test
  void aKeyFileThatIsNotThereIsWrongUsage() {
    assertThat(gpurma("jobs", "--key-file", folder.resolve("none").toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("cannot be read");
  }

  private Path spec() throws IOException {
    return Files.writeString(folder.resolve("job.yaml"), "program: {file: kernel.cu}\n");
  }

  private int gpurma(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--server", service.address().toString()));
    return run(all.toArray(String[]::new));
  }

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), false, arguments);
  }
}
