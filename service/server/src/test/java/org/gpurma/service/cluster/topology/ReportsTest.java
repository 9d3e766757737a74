package org.gpurma.service.cluster.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.topology.SmiReport.SmiGpu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReportsTest {
  @Test
  void gpus_that_do_not_reach_each_other_are_seen() {
    PeerMatrix peers = PeerMatrix.parse(Captured.text("rtx5090-2gpu-nop2p.p2p.txt"));

    assertThat(peers.gpus()).isEqualTo(2);
    assertThat(peers.reaches(0, 1)).isFalse();
    assertThat(peers.reaches(1, 1)).isTrue();
    assertThat(PeerMatrix.parse(" \tGPU0\tGPU1\n GPU0\tX\tOK\n GPU1\tOK\tX\n").reaches(1, 0))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                                          | line 1, column 1: expected a column GPU0
          ' GPU0 GPU1\\n GPU0 X YES\\n GPU1 OK X'     | line 2, column 9: expected OK, CNS
          ' GPU0 GPU1\\n GPU0 OK OK\\n GPU1 OK X'     | line 2, column 7: expected X
          ' GPU0 GPU1\\n GPU0 X\\n GPU1 OK X'         | line 2, column 8: expected 2 words
          ' GPU0 GPU1\\n GPU0 X OK'                   | line 3, column 1: expected the row of GPU1
          """)
  void an_unreadable_peer_matrix_is_told_with_its_place(String text, String message) {
    assertThatThrownBy(() -> PeerMatrix.parse(text.replace("\\n", "\n")))
        .isInstanceOf(UnreadableTopologyException.class)
        .hasMessageContaining(message);
  }

  @Test
  void the_driver_tells_of_each_gpu() {
    SmiReport report = SmiReport.parse(Captured.text("h200-4gpu-nvlink-vm.smi.xml"));

    assertThat(report.driver()).isEqualTo("580.159.04");
    assertThat(report.cuda()).isEqualTo("13.0");
    assertThat(report.gpus())
        .hasSize(4)
        .contains(
            new SmiGpu(
                "GPU-00000000-0000-4000-8000-000000000003",
                "NVIDIA H200",
                143_771,
                "0000:00:08.0",
                true,
                false));
  }

  @Test
  void a_gpu_that_is_cut_into_instances_is_seen() {
    String text =
        Captured.text("h200-4gpu-nvlink-vm.smi.xml")
            .replaceFirst(
                "<current_mig>Disabled</current_mig>", "<current_mig>Enabled</current_mig>");

    assertThat(SmiReport.parse(text).gpus())
        .extracting(SmiGpu::partitioned)
        .containsExactly(true, false, false, false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          GPU-(0.*)1</uuid>              | GPU-$12</uuid>                | a <uuid> of its own for every <gpu>
          0000:00:08.0</pci_bus_id>      | 0000:00:09.0</pci_bus_id>     | a <pci_bus_id> of its own for every <gpu>
          <current_mig>Disabled          | <current_mig>On               | a <current_mig> of Enabled, Disabled or N/A
          <product_name>[^<]*            | <product_name>                | a <product_name> such as
          <total>143771 MiB              | <total>140.4 GiB              | a <total> memory such as 143771 MiB
          """)
  void a_report_that_cannot_be_is_told_with_what_was_expected(
      String found, String instead, String message) {
    String text = Captured.text("h200-4gpu-nvlink-vm.smi.xml");
    String broken = text.replaceFirst(found, instead);

    assertThat(broken).isNotEqualTo(text);
    assertThatThrownBy(() -> SmiReport.parse(broken))
        .isInstanceOf(UnreadableTopologyException.class)
        .hasMessageContaining(message);
  }

  @Test
  void a_report_that_lacks_something_is_told_with_its_place() {
    String text = Captured.text("h200-4gpu-nvlink-vm.smi.xml");

    assertThatThrownBy(
            () -> SmiReport.parse(text.replaceFirst("<uuid>[^<]*</uuid>", "<uuid>0</uuid>")))
        .isInstanceOf(UnreadableTopologyException.class)
        .hasMessageContaining("line 8, column")
        .hasMessageContaining("a <uuid> such as GPU-");
    assertThatThrownBy(() -> SmiReport.parse(text.substring(0, text.length() / 2)))
        .isInstanceOf(UnreadableTopologyException.class)
        .hasMessageContaining("expected well-formed XML");
    assertThatThrownBy(() -> SmiReport.parse("NVIDIA-SMI has failed because"))
        .isInstanceOf(UnreadableTopologyException.class)
        .hasMessageContaining("line 1, column 1: expected well-formed XML");
  }

  @Test
  void no_file_is_read_that_a_report_refers_to() {
    String text =
        "<!DOCTYPE nvidia_smi_log [<!ENTITY secret SYSTEM 'file:///etc/passwd'>]>"
            + "<nvidia_smi_log><driver_version>&secret;</driver_version></nvidia_smi_log>";

    assertThatThrownBy(() -> SmiReport.parse(text))
        .isInstanceOf(UnreadableTopologyException.class)
        .hasMessageNotContaining("root");
  }

  @Test
  void an_error_that_the_jdk_has_no_words_for_is_one_of_the_report() {
    assertThatThrownBy(() -> SmiReport.parse("<!DOCTYPE a [ \uffff ]><nvidia_smi_log/>"))
        .isInstanceOf(UnreadableTopologyException.class)
        .hasMessageContaining("expected well-formed XML");
  }

  @Test
  void hwloc_tells_which_cpus_are_one_core_and_which_are_near_a_gpu() {
    HwlocTree tree = HwlocTree.parse(Captured.text("24em64t-2n6c2t-pci.hwloc.xml"));

    assertThat(tree.numaNodes())
        .containsExactly(
            new NumaNode(0, List.of(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22)),
            new NumaNode(1, List.of(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23)));
    assertThat(tree.cores()).hasSize(12).contains(List.of(0, 12), List.of(11, 23));
    assertThat(tree.devices())
        .contains(
            new HwlocTree.PciDevice(
                "0000:14:00.0", List.of(), List.of(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23)));
  }

  @Test
  void hwloc_tells_which_socket_each_gpu_of_a_dgx2_is_on() {
    HwlocTree tree = HwlocTree.parse(Captured.text("nvidiaDGX2.hwloc.xml"));
    List<HwlocTree.PciDevice> gpus =
        tree.devices().stream()
            .filter(device -> device.names().stream().anyMatch(name -> name.startsWith("nvml")))
            .toList();

    assertThat(gpus).hasSize(16);
    assertThat(gpus.getFirst().busId()).isEqualTo("0000:34:00.0");
    assertThat(gpus.subList(0, 8)).allMatch(gpu -> gpu.nearCpus().equals(List.of(0, 1)));
    assertThat(gpus.subList(8, 16)).allMatch(gpu -> gpu.nearCpus().equals(List.of(24, 25)));
  }

  @ParameterizedTest
  @CsvSource({"0x00000003, 0-1", "0x03000000, 24-25", "'0x1,,0x80000000', '31,64'"})
  void sets_of_cpus_are_read(String mask, String cpus) {
    assertThat(CpuList.format(CpuMask.parse(mask))).isEqualTo(cpus);
  }

  @Test
  void a_tree_without_cores_or_with_a_broken_set_is_told_with_its_place() {
    assertThatThrownBy(
            () -> HwlocTree.parse("<topology>\n<object type='Machine' cpuset='0xg'/></topology>"))
        .isInstanceOf(UnreadableTopologyException.class)
        .hasMessageContaining("line 2, column")
        .hasMessageContaining("a cpuset such as");
    assertThatThrownBy(
            () -> HwlocTree.parse("<topology><object type='Machine' cpuset='0x1'/></topology>"))
        .hasMessageContaining("an <object> of type Core");
  }

  /** Everything that is kept is read by some parser. */
  static Stream<String> files() {
    return Captured.files().stream();
  }

  @ParameterizedTest
  @MethodSource("files")
  void every_captured_file_is_read(String file) {
    assertThat(Captured.parse(file, Captured.text(file))).isNotNull();
  }
}
