package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.gpurma.service.cluster.topology.Captured;
import org.gpurma.service.launch.Remains;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.service.testing.Reports;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Nodes, as the API shows them and takes them out of use. */
class ClusterTest {
  @TempDir private Path folder;
  private final FakeLauncher launcher = new FakeLauncher();

  private RunningService service(String... options) {
    return new RunningService(folder.resolve("data"), TestBundle.in(folder), launcher, options);
  }

  private static JsonNode onlyNode(Api api) {
    return Api.json(api.get("/api/v1/cluster")).path("nodes").path(0);
  }

  private static String path(Api api) {
    return "/api/v1/cluster/nodes/" + onlyNode(api).path("name").asString();
  }

  private static String state(Api api, String id) {
    return api.job(id).at("/status/state").asString();
  }

  @Test
  void a_node_shows_what_it_is_made_of_and_who_holds_what() throws Exception {
    var mayEnd = new CountDownLatch(1);
    launcher.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          mayEnd.await();
          return FakeLauncher.HELLO.run(processes);
        });
    try (RunningService service = service()) {
      Api api = service.api();
      String id = api.submitted(Specs.HELLO.replace("gpus: 2", "gpus: 1"));
      api.awaitState(id, "RUNNING");

      JsonNode node = Api.json(api.get(path(api)));

      assertThat(node).isEqualTo(onlyNode(api));
      assertThat(node.path("condition").asString()).isEqualTo("READY");
      assertThat(node.path("schedulable").asBoolean()).isTrue();
      assertThat(node.path("reason").isNull()).isTrue();
      assertThat(node.path("cores").size()).isPositive();
      assertThat(node.at("/gpus/0/heldBy").asString()).isEqualTo(id);
      assertThat(node.at("/gpus/0/heldCores").asString()).isNotBlank();
      assertThat(node.at("/gpus/1/heldBy").isNull()).isTrue();
      assertThat(node.at("/topology/links").toString())
          .isEqualTo("[[\"X\",\"NODE\"],[\"NODE\",\"X\"]]");
      mayEnd.countDown();
      api.ended(id);
    }
  }

  @Test
  void a_drained_node_keeps_its_jobs_gets_no_new_ones_and_stays_drained_over_a_restart() {
    try (RunningService service = service()) {
      Api api = service.api();
      String drained =
          api.post(path(api) + "/drain", "application/json", "{\"reason\":\"new memory\"}").body();
      assertThat(drained).contains("\"reason\":\"drained: new memory\"", "\"schedulable\":false");

      String id = api.submitted(Specs.HELLO);
      service.stop();
      service.start();

      assertThat(onlyNode(api).path("drainedSince").isString()).isTrue();
      assertThat(state(api, id)).isEqualTo("QUEUED");
      assertThat(api.post(path(api) + "/resume", "application/json", "").statusCode())
          .isEqualTo(200);
      assertThat(api.ended(id).at("/status/state").asString()).isEqualTo("SUCCEEDED");
      assertThat(onlyNode(api).path("schedulable").asBoolean()).isTrue();
    }
  }

  @Test
  void a_node_that_a_job_did_not_leave_clean_gets_no_other_until_it_is_resumed() {
    try (RunningService service = service()) {
      Api api = service.api();
      launcher.leave(
          new Remains(onlyNode(api).path("name").asString(), "2 processes could not be killed"));
      String id = api.submitted(Specs.HELLO);
      assertThat(api.ended(id).at("/status/state").asString()).isEqualTo("SUCCEEDED");

      String next = api.submitted(Specs.HELLO);
      assertThat(state(api, next)).isEqualTo("QUEUED");
      assertThat(onlyNode(api).path("reason").asString())
          .isEqualTo("drained: quarantined after " + id + "/1: 2 processes could not be killed");
      assertThat(api.get("/api/v1/jobs/" + id + "/logs", "Accept", "text/plain").body())
          .contains("is quarantined: 2 processes could not be killed");

      launcher.leave();
      api.post(path(api) + "/resume", "application/json", "");
      assertThat(api.ended(next).at("/status/state").asString()).isEqualTo("SUCCEEDED");
      assertThat(onlyNode(api).path("schedulable").asBoolean()).isTrue();
    }
  }

  @Test
  void a_wrong_request_is_refused_and_says_why() {
    try (RunningService service = service()) {
      Api api = service.api();
      assertThat(api.post("/api/v1/cluster/nodes/none/drain", "application/json", "").body())
          .contains("There is no node 'none' (there are: ", "\"status\":404");
      assertThat(
              api.post(
                      path(api) + "/drain",
                      "application/json",
                      "{\"reason\":\"" + "x".repeat(501) + "\"}")
                  .body())
          .contains("A reason may have 500 characters", "\"status\":400");
    }
  }

  @Test
  void a_node_that_is_not_understood_is_shown_with_the_place_and_gets_no_job() throws IOException {
    Path bundle = TestBundle.in(folder);
    Files.writeString(
        bundle.resolve("bin/gpurma-probe"),
        """
        #!/bin/sh
        cat <<END
        {"format":1,"host":"$(uname -n)","cpus":"0-1","gpus":{"output":"<nvidia_smi_log>"}}
        END
        """);
    try (RunningService service =
        new RunningService(
            folder.resolve("data"), bundle, launcher, "--gpurma.emulated.force=false")) {
      Api api = service.api();

      assertThat(onlyNode(api).path("condition").asString()).isEqualTo("UNREADABLE");
      assertThat(onlyNode(api).path("reason").asString())
          .contains("nvidia-smi -q -x, line 1, column 17: expected well-formed XML");
      assertThat(api.submit(Specs.HELLO, "").body())
          .contains("asks for 2 GPUs, but this cluster has 0");
    }
  }

  @Test
  void nodes_may_be_given_by_a_report_that_was_kept() throws IOException {
    Path report = folder.resolve("h1.json");
    Files.writeString(report, "{\"format\":1,\"host\":\"h1\",\"cpus\":\"0-7\",\"emulatedGpus\":4}");
    try (RunningService service =
        service(
            "--gpurma.service-url=http://127.0.0.1:1",
            "--gpurma.cluster.nodes[0].name=h1",
            "--gpurma.cluster.nodes[0].ssh=user@h1.example",
            "--gpurma.cluster.nodes[0].report=" + report)) {
      JsonNode node = onlyNode(service.api());

      assertThat(node.path("name").asString()).isEqualTo("h1");
      assertThat(node.path("ssh").asString()).isEqualTo("user@h1.example");
      assertThat(node.path("gpus").findValuesAsString("uuid"))
          .containsExactly("h1-emulated-0", "h1-emulated-1", "h1-emulated-2", "h1-emulated-3");
    }
  }

  @Test
  void the_devices_of_a_node_are_a_graph_of_connections() throws IOException {
    Path report = folder.resolve("h1.json");
    Files.writeString(
        report,
        Reports.of("h1", "0-159")
            .with("nics", List.of(Map.of("name", "mlx5_0", "kind", "rdma", "numaNode", 0)))
            .printing("gpus", Captured.gpuReport(8))
            .printing("matrix", Captured.text("h100-8gpu-9nic.topo.txt"))
            .json());
    try (RunningService service =
        service(
            "--gpurma.emulated.force=false",
            "--gpurma.service-url=http://127.0.0.1:1",
            "--gpurma.cluster.nodes[0].name=h1",
            "--gpurma.cluster.nodes[0].report=" + report,
            "--gpurma.cluster.nodes[1].name=h2",
            "--gpurma.cluster.nodes[1].report=/none")) {
      Api api = service.api();
      JsonNode h1 = Api.json(api.get("/api/v1/cluster/nodes/h1/topology"));

      assertThat(h1.path("gpus").size()).isEqualTo(8);
      assertThat(h1.path("gpuLinks").size()).isEqualTo(8 * 7 / 2);
      assertThat(h1.path("gpuLinks").path(0).toString())
          .isEqualTo(
              "{\"from\":0,\"to\":1,\"kind\":\"NVLINK\",\"word\":\"NV18\",\"lanes\":18,\"peer\":true}");
      assertThat(h1.path("nics").size()).isEqualTo(9);
      assertThat(h1.path("nicLinks").size()).isEqualTo(8 * 9);
      assertThat(h1.at("/gpus/0/nearestNics").toString()).isEqualTo("[\"mlx5_8\"]");
      assertThat(h1.at("/nics/0/numaNode").asInt(-1)).isZero();
      assertThat(h1.path("islands").toString())
          .isEqualTo("[{\"kind\":\"NVLINK\",\"gpus\":[0,1,2,3,4,5,6,7]}]");
      JsonNode all = Api.json(api.get("/api/v1/cluster/topology")).path("nodes");
      assertThat(all.path(0)).isEqualTo(h1);
      assertThat(all.at("/1/condition").asString()).isEqualTo("UNREACHABLE");
      assertThat(all.at("/1/gpus").isEmpty()).isTrue();
    }
  }
}
