package org.gpurma.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.client.testing.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class ServiceCommandsTest extends CommandLineFixture {
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
    assertThat(service.requests().getFirst().header("Accept")).contains("application/schema+json");
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
}
