package org.gpurma.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.gpurma.service.testing.Reports;
import org.junit.jupiter.api.Test;

class ClusterMonitorTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String ANSWER = Reports.of("h1", "0-3").with("emulatedGpus", 2).json();

  private static ClusterMonitor.Asked asked(String name, NodeProbe probe) {
    return new ClusterMonitor.Asked(name, new Reach.Ssh(name), probe);
  }

  private static ClusterNode probed(NodeProbe probe) {
    try (var monitor = new ClusterMonitor(List.of(asked("h1", probe)), false, 8)) {
      monitor.start();
      monitor.awaitFirstAnswers(PATIENCE);
      return monitor.cluster().find("h1").orElseThrow();
    }
  }

  @Test
  void a_node_that_answers_is_ready() {
    ClusterNode node = probed(() -> ANSWER);

    assertThat(node.condition()).isEqualTo(NodeCondition.READY);
    assertThat(node.node().orElseThrow().gpus()).hasSize(2);
  }

  @Test
  void a_node_whose_answer_is_not_understood_is_not_scheduled_on() {
    ClusterNode node =
        probed(() -> Reports.of("h1", "0-3").printing("gpus", "<nvidia_smi_log>").json());

    assertThat(node.condition().kind()).isEqualTo(NodeCondition.Kind.UNREADABLE);
    assertThat(node.condition().reason())
        .contains("nvidia-smi -q -x, line 1, column", "well-formed XML");
    assertThat(node.node()).isEmpty();
  }

  @Test
  void a_node_that_calls_itself_something_else_is_not_scheduled_on() {
    assertThat(probed(() -> ANSWER.replace("h1", "h2")).condition().reason())
        .isEqualTo("it calls itself h2; name it so in gpurma.cluster.nodes instead of h1");
  }

  @Test
  void a_node_whose_answer_breaks_the_service_is_not_scheduled_on_and_keeps_no_other_from_it() {
    NodeProbe broken =
        () -> {
          throw new IllegalStateException("unforeseen");
        };
    try (var monitor =
        new ClusterMonitor(List.of(asked("h0", broken), asked("h1", () -> ANSWER)), false, 8)) {
      monitor.start();
      monitor.awaitFirstAnswers(PATIENCE);

      assertThat(monitor.cluster().find("h0").orElseThrow().condition().reason())
          .contains("unforeseen");
      assertThat(monitor.cluster().nodes()).hasSize(1);
    }
  }

  @Test
  void a_gpu_that_two_nodes_call_theirs_is_of_one_of_them() {
    String matrix = "GPU0\nGPU0 X\n";
    String gpu =
        "<nvidia_smi_log><driver_version/><cuda_version/><attached_gpus>1</attached_gpus><gpu>"
            + "<product_name>NVIDIA L40S</product_name><persistence_mode/>"
            + "<uuid>GPU-5d2f0e7c-0000-4000-8000-000000000001</uuid>"
            + "<pci><pci_bus_id>00000000:01:00.0</pci_bus_id></pci>"
            + "<fb_memory_usage><total>46068 MiB</total></fb_memory_usage></gpu></nvidia_smi_log>";
    Reports h0 = Reports.of("h0", "0-3").printing("gpus", gpu).printing("matrix", matrix);
    Reports h1 = Reports.of("h1", "0-3").printing("gpus", gpu).printing("matrix", matrix);
    try (var monitor =
        new ClusterMonitor(List.of(asked("h0", h0::json), asked("h1", h1::json)), false, 8)) {
      monitor.start();
      monitor.awaitFirstAnswers(PATIENCE);

      assertThat(monitor.cluster().nodes()).hasSize(1);
      assertThat(monitor.cluster().inventory())
          .extracting(node -> node.condition().reason())
          .anyMatch(
              reason ->
                  reason.contains("GPU-5d2f0e7c-0000-4000-8000-000000000001 is a GPU of node h"));
    }
  }

  @Test
  void a_node_that_does_not_answer_keeps_what_is_known_and_is_asked_again() throws Exception {
    var answer = new AtomicReference<>(ANSWER);
    NodeProbe probe =
        () -> {
          if (answer.get() == null) {
            throw new IOException("no route to host");
          }
          return answer.get();
        };
    var back = new CountDownLatch(1);
    try (var monitor = new ClusterMonitor(List.of(asked("h1", probe)), false, 8)) {
      Cluster cluster = monitor.cluster();
      monitor.start();
      monitor.awaitFirstAnswers(PATIENCE);
      answer.set(null);
      cluster.lost("h1", "job hello-1 lost it");
      assertThat(cluster.nodes()).isEmpty();
      assertThat(cluster.gpuCount()).isEqualTo(2);

      monitor.start();
      monitor.awaitFirstAnswers(PATIENCE);
      assertThat(cluster.find("h1").orElseThrow().condition().reason())
          .isEqualTo("no route to host");

      answer.set(ANSWER);
      monitor.keepAsking(Duration.ofMillis(5), back::countDown);
      assertThat(back.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(cluster.nodes()).hasSize(1);
    }
  }

  @Test
  void a_node_that_takes_too_long_is_unprobed_and_the_others_are_ready() {
    var never = new CountDownLatch(1);
    NodeProbe stuck =
        () -> {
          never.await();
          return "";
        };
    try (var monitor =
        new ClusterMonitor(List.of(asked("h0", stuck), asked("h1", () -> ANSWER)), false, 8)) {
      monitor.start();
      monitor.awaitFirstAnswers(Duration.ofMillis(300));

      assertThat(monitor.cluster().find("h0").orElseThrow().condition().kind())
          .isEqualTo(NodeCondition.Kind.UNPROBED);
      assertThat(monitor.cluster().describeGpus()).isEqualTo("Emulated GPU");
    }
  }

  @Test
  void this_machine_is_asked_by_the_bundles_probe() {
    List<String> command = LocalNode.command(Path.of("/bundle"), 3);

    assertThat(command).containsExactly("/bundle/bin/gpurma-probe", "--emulated-gpus", "3");
  }
}
