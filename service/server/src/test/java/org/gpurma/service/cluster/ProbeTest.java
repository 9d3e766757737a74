package org.gpurma.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.gpurma.service.settings.ServiceSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProbeTest {
  @Test
  void nvidia_smi_lines_become_gpus() {
    String csv =
        """
        0, GPU-5d2f0e7c-1111-2222-3333-444455556666, NVIDIA H200, 143771
        1, GPU-5d2f0e7c-7777-2222-3333-444455556666, NVIDIA H200, [N/A]
        """;

    assertThat(NvidiaSmi.parse(csv))
        .containsExactly(
            new Gpu(
                "GPU-5d2f0e7c-1111-2222-3333-444455556666", "NVIDIA H200", GpuKind.CUDA, 0, 143771),
            new Gpu("GPU-5d2f0e7c-7777-2222-3333-444455556666", "NVIDIA H200", GpuKind.CUDA, 0, 0));
  }

  @Test
  void a_line_that_is_not_understood_is_named() {
    assertThatThrownBy(() -> NvidiaSmi.parse("Unable to determine the device handle"))
        .hasMessageContaining("Unable to determine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0-3", "0-3,8", "1,3,5-7,10"})
  void cpu_lists_are_read_and_written_alike(String text) {
    assertThat(CpuList.format(CpuList.parse(text))).isEqualTo(text);
  }

  @Test
  void this_machine_has_the_emulated_gpus_it_is_told_to_have() {
    Node node = LocalNode.probe(new ServiceSettings.Emulated(true, 3, 4));

    assertThat(node.gpus())
        .extracting(Gpu::uuid)
        .containsExactly("emulated-0", "emulated-1", "emulated-2");
    assertThat(node.cores()).isNotEmpty();
    assertThat(node.name()).isNotBlank();
    assertThatThrownBy(() -> LocalNode.probe(new ServiceSettings.Emulated(true, 0, 4)))
        .hasMessageContaining("gpurma.emulated.gpus");
  }

  @Test
  void a_cluster_counts_and_names_its_gpus() {
    Node node = LocalNode.probe(new ServiceSettings.Emulated(true, 2, 8));

    assertThat(new Cluster(List.of(node)).gpuCount()).isEqualTo(2);
    assertThat(new Cluster(List.of(node)).describeGpus()).isEqualTo("Emulated GPU");
  }
}
