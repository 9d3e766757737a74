package org.gpurma.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.gpurma.service.cluster.topology.Captured;
import org.gpurma.service.cluster.topology.Link;
import org.gpurma.service.cluster.topology.UnreadableTopologyException;
import org.gpurma.service.testing.Reports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeReaderTest {
  private static Node read(Reports report) {
    return NodeReader.read(ReportReader.read(report.json()), Reach.LOCAL, false, 8);
  }

  private static Reports h200() {
    return Reports.of("gpu1", "0-63")
        .with("emulatedGpus", 2)
        .printing("gpus", Captured.text("h200-4gpu-nvlink-vm.smi.xml"))
        .printing("matrix", Captured.text("h200-4gpu-nvlink-vm.topo.txt"));
  }

  @Test
  void a_machine_with_gpus_has_those_that_its_driver_tells_of() {
    Node node = read(h200());

    assertThat(node.name()).isEqualTo("gpu1");
    assertThat(node.gpus())
        .hasSize(4)
        .contains(
            new Gpu(
                "GPU-00000000-0000-4000-8000-000000000002",
                "NVIDIA H200",
                GpuKind.CUDA,
                0,
                143_771));
    assertThat(node.topology().link(0, 3)).isEqualTo(new Link(Link.Kind.NVLINK, 18));
    assertThat(node.topology().peer(1, 2)).isTrue();
    assertThat(node.topology().nearCpus().getFirst()).hasSize(64);
  }

  @Test
  void gpus_that_the_driver_keeps_apart_are_no_peers() {
    Node node =
        read(
            h200()
                .printing(
                    "peers",
                    " GPU0 GPU1 GPU2 GPU3\n GPU0 X OK NS OK\n GPU1 OK X OK OK\n"
                        + " GPU2 NS OK X OK\n GPU3 OK OK OK X\n"));

    assertThat(node.topology().peer(0, 1)).isTrue();
    assertThat(node.topology().peer(2, 0)).isFalse();
  }

  @Test
  void a_gpu_in_instances_is_there_and_no_job_gets_it() {
    String text = Captured.text("h200-4gpu-nvlink-vm.smi.xml");
    Node node =
        read(
            h200()
                .printing(
                    "gpus", text.replaceFirst("<current_mig>Disabled", "<current_mig>Enabled")));

    assertThat(node.gpus()).extracting(Gpu::usable).containsExactly(false, true, true, true);
    assertThat(node.gpus().getFirst().unusable()).contains("MIG");
  }

  @Test
  void cores_keep_their_hardware_threads_and_only_those_that_are_allowed_count() {
    Node node =
        read(
            Reports.of("vm", "0-3,12-14")
                .with("emulatedGpus", 2)
                .printing("hwloc", Captured.text("24em64t-2n6c2t-pci.hwloc.xml")));

    assertThat(node.cpus().cores())
        .containsExactly(List.of(0, 12), List.of(1, 13), List.of(2, 14), List.of(3));
    assertThat(node.topology().nearCpus())
        .containsExactly(List.of(0, 2, 12, 14), List.of(1, 3, 13));
    assertThat(node.topology().link(0, 1).kind()).isEqualTo(Link.Kind.SYS);
  }

  @Test
  void without_hwloc_linux_tells_of_cores_and_numa_nodes() {
    Node node =
        read(
            Reports.of("vm", "0-7")
                .with("emulatedGpus", 1)
                .with("cores", List.of("0,4", "1,5", "2,6", "3,7"))
                .with(
                    "numaNodes",
                    List.of(
                        Map.of("index", 0, "cpus", "0-1,4-5"),
                        Map.of("index", 1, "cpus", "2-3,6-7"),
                        Map.of("index", 2, "cpus", ""))));

    assertThat(node.cpus().cores()).hasSize(4).contains(List.of(2, 6));
    assertThat(node.cpus().numaNodes()).hasSize(2);
  }

  @Test
  void memory_beside_the_usual_one_shares_its_cores() {
    Node node =
        read(
            Reports.of("hbm", "0-7")
                .with("emulatedGpus", 1)
                .with(
                    "numaNodes",
                    List.of(
                        Map.of("index", 0, "cpus", "0-3"),
                        Map.of("index", 1, "cpus", "4-7"),
                        Map.of("index", 2, "cpus", "0-3"),
                        Map.of("index", 3, "cpus", "0-7"))));

    assertThat(node.cpus().numaNodes()).hasSize(4);
  }

  @Test
  void a_machine_without_gpus_has_emulated_ones_with_names_that_are_its_own() {
    Reports report = Reports.of("h1", "0-1").with("emulatedGpus", 2);

    assertThat(read(report).gpus())
        .extracting(Gpu::uuid)
        .containsExactly("emulated-0", "emulated-1");
    assertThat(
            NodeReader.read(
                    ReportReader.read(report.json()), new Reach.Ssh("root@10.0.0.1"), false, 8)
                .gpus())
        .extracting(Gpu::uuid)
        .containsExactly("h1-emulated-0", "h1-emulated-1");
  }

  @Test
  void real_gpus_may_be_left_alone() {
    Node node = NodeReader.read(ReportReader.read(h200().json()), Reach.LOCAL, true, 8);

    assertThat(node.gpus()).extracting(Gpu::kind).containsOnly(GpuKind.EMULATED);
  }

  @Test
  void an_nvidia_smi_without_driver_is_a_machine_without_gpus() {
    Node node =
        read(
            Reports.of("laptop", "0-3")
                .with("emulatedGpus", 1)
                .with("gpus", Map.of("command", "nvidia-smi -q -x", "failed", "exit code 9")));

    assertThat(node.gpus()).extracting(Gpu::kind).containsExactly(GpuKind.EMULATED);
  }

  @Test
  void reports_that_contradict_each_other_are_refused() {
    assertThatThrownBy(
            () -> read(h200().printing("matrix", Captured.text("h100-8gpu-9nic.topo.txt"))))
        .isInstanceOf(UnreadableTopologyException.class)
        .hasMessageContaining("expected 4 GPUs, found '8 GPUs'");
    assertThatThrownBy(
            () ->
                read(h200().with("matrix", Map.of("command", "nvidia-smi topo -m", "failed", "x"))))
        .isInstanceOf(UnreadableTopologyException.class)
        .hasMessageContaining("nvidia-smi topo -m");
    assertThatThrownBy(() -> read(Reports.of("vm", "").with("emulatedGpus", 1)))
        .isInstanceOf(UnreadableTopologyException.class)
        .hasMessageContaining("a list of CPUs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "emulatedGpus":-3                        | 0 to 1024 as emulatedGpus, found '-3'
          "emulatedGpus":20000                     | 0 to 1024 as emulatedGpus, found '20000'
          "emulatedGpus":1.5                       | expected emulatedGpus as the tool writes it
          "emulatedGpus":"2"                       | line 1, column
          "emulatedGpus":3000000000                | line 1, column
          "emulatedGpus":1,"emulatedGpus":2        | Duplicate
          "emulatedGpus":1,"cores":[null]          | cores has an element that is null
          "emulatedGpus":1,"cores":[0,1]           | expected cores/0 as the tool writes it
          "emulatedGpus":1,"numaNodes":[null]      | numaNodes has an element that is null
          "emulatedGpus":1,"nics":"mlx5_0"         | expected nics as the tool writes it
          "emulatedGpus":1,"nics":[{}]             | a NIC without a name
          "emulatedGpus":1,"numaNodes":[{}]        | a NUMA node without an index
          "emulatedGpus":1,"cores":["0-1","1"]     | CPU 1 in more than one core
          "emulatedGpus":1,"numaNodes":[{"index":0,"cpus":"0-1"},{"index":1,"cpus":"1-2"}] | NUMA nodes 0 and 1 overlap in part
          "emulatedGpus":1,"numaNodes":[{"index":0,"cpus":"0"},{"index":0,"cpus":"1"}] | two NUMA nodes of the same number
          """)
  void a_field_of_a_report_that_cannot_be_is_refused(String field, String message) {
    String json = "{\"format\":1,\"host\":\"vm\",\"cpus\":\"0-1\"," + field + "}";

    assertThatThrownBy(() -> NodeReader.read(ReportReader.read(json), Reach.LOCAL, false, 8))
        .isInstanceOf(UnreadableTopologyException.class)
        .hasMessageContaining(message);
  }

  @Test
  void what_is_no_report_is_refused_with_its_place() {
    assertThatThrownBy(() -> ReportReader.read("{\"format\":1,\n\"host\":"))
        .isInstanceOf(UnreadableTopologyException.class)
        .hasMessageContaining("gpurma-probe, line 2, column");
    assertThatThrownBy(() -> ReportReader.read("{\"format\":2,\"host\":\"a\"}"))
        .isInstanceOf(UnreadableTopologyException.class)
        .hasMessageContaining("expected a report of format 1")
        .hasMessageContaining("found 'format 2'");
    assertThatThrownBy(() -> ReportReader.read("{\"format\":1,\"host\":\" \"}"))
        .hasMessageContaining("the name of the machine as host");
    assertThatThrownBy(() -> ReportReader.read("null"))
        .isInstanceOf(UnreadableTopologyException.class);
  }
}
