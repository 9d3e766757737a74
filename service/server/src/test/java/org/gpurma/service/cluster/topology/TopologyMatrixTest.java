package org.gpurma.service.cluster.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.gpurma.service.cluster.topology.Link.Kind.NODE;
import static org.gpurma.service.cluster.topology.Link.Kind.PHB;
import static org.gpurma.service.cluster.topology.Link.Kind.PIX;
import static org.gpurma.service.cluster.topology.Link.Kind.PXB;
import static org.gpurma.service.cluster.topology.Link.Kind.SYS;

import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.topology.TopologyMatrix.Affinity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyMatrixTest {
  private static UnreadableTopologyException unreadable(String text) {
    var thrown =
        catchThrowableOfType(UnreadableTopologyException.class, () -> TopologyMatrix.parse(text));
    assertThat(thrown).isNotNull();
    return thrown;
  }

  @Test
  void the_node_of_the_thesis_has_its_nic_and_six_gpus_on_the_second_socket() {
    TopologyMatrix psg = Captured.matrix("psg-8gpu-2socket-2015");

    assertThat(psg.gpus()).isEqualTo(8);
    assertThat(psg.nics()).containsExactly("mlx5_0");
    assertThat(psg.gpuToGpu(0, 1).kind()).isEqualTo(PIX);
    assertThat(psg.gpuToGpu(1, 2).kind()).as("SOC, as drivers wrote in 2015").isEqualTo(SYS);
    assertThat(psg.gpuToGpu(4, 7).kind()).isEqualTo(PXB);
    assertThat(IntStream.range(0, 8).mapToObj(gpu -> psg.gpuToNic(gpu, 0).kind()))
        .containsExactly(SYS, SYS, PHB, PHB, PHB, PHB, PHB, PHB);
    assertThat(psg.affinities().get(1)).isEqualTo(new Affinity(CpuList.parse("0-15"), List.of()));
    assertThat(psg.affinities().get(2).cpus()).isEqualTo(CpuList.parse("16-31"));
  }

  @Test
  void the_legend_names_nine_nics_one_beside_each_gpu_and_one_far_from_all() {
    TopologyMatrix h100 = Captured.matrix("h100-8gpu-9nic");

    assertThat(h100.nics())
        .containsExactly(
            "mlx5_0", "mlx5_1", "mlx5_2", "mlx5_3", "mlx5_4", "mlx5_5", "mlx5_6", "mlx5_7",
            "mlx5_8");
    assertThat(h100.gpuToGpu(0, 7)).isEqualTo(new Link(Link.Kind.NVLINK, 18));
    for (int gpu = 0; gpu < 8; gpu++) {
      assertThat(h100.gpuToNic(gpu, 0).kind()).isEqualTo(SYS);
      assertThat(h100.gpuToNic(gpu, 8 - gpu).kind()).isEqualTo(PIX);
    }
    assertThat(h100.affinities().get(7).cpus()).isEqualTo(CpuList.parse("80-159"));
    assertThat(h100.affinities().get(7).numaNodes()).containsExactly(1);
  }

  @Test
  void split_cpu_lists_are_read_where_there_is_neither_nic_nor_nvlink() {
    TopologyMatrix pcie = Captured.matrix("pcie-6gpu-2socket-nonic");

    assertThat(pcie.nics()).isEmpty();
    assertThat(pcie.gpuToGpu(0, 2).kind()).isEqualTo(NODE);
    assertThat(CpuList.format(pcie.affinities().get(3).cpus())).isEqualTo("18-35,54-71");
  }

  @ParameterizedTest
  @CsvSource({
    "greina-k80-2017, 2, 1, PIX, 0-9",
    "h200-2gpu-nvlink-vm, 2, 0, NVLINK, 0-31",
    "h200-4gpu-nvlink-vm, 4, 0, NVLINK, 0-63",
    "rtx5090-2gpu-nop2p, 2, 0, PHB, 0-63"
  })
  void every_other_machine_is_read(
      String machine, int gpus, int nics, Link.Kind link, String cpus) {
    TopologyMatrix matrix = Captured.matrix(machine);

    assertThat(matrix.gpus()).isEqualTo(gpus);
    assertThat(matrix.nics()).hasSize(nics);
    assertThat(matrix.gpuToGpu(0, 1).kind()).isEqualTo(link);
    assertThat(CpuList.format(matrix.affinities().get(1).cpus())).isEqualTo(cpus);
  }

  @Test
  void columns_may_be_separated_by_spaces_and_lines_by_carriage_returns() {
    String spaces =
        Captured.text("h100-8gpu-9nic.topo.txt").replace("\t", "     ").replace("\n", "\r\n");

    assertThat(TopologyMatrix.parse(spaces)).isEqualTo(Captured.matrix("h100-8gpu-9nic"));
  }

  @Test
  void a_gpu_whose_affinity_the_driver_does_not_tell_has_none() {
    assertThat(TopologyMatrix.parse("\tGPU0\tCPU Affinity\tNUMA Affinity\nGPU0\t X \t\t\n"))
        .extracting(TopologyMatrix::affinities)
        .isEqualTo(List.of(Affinity.UNKNOWN));
    assertThat(TopologyMatrix.parse("\tGPU0\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tN/A\tN/A\n"))
        .extracting(TopologyMatrix::affinities)
        .isEqualTo(List.of(Affinity.UNKNOWN));
  }

  @Test
  void what_is_wrong_is_told_with_its_place() {
    UnreadableTopologyException thrown =
        unreadable("\tGPU0\tGPU1\nGPU0\t X \tPIX\nGPU1\tPXX\t X \n");

    assertThat(thrown)
        .hasMessage(
            "nvidia-smi topo -m, line 3, column 6:"
                + " expected X, NV#, PIX, PXB, PHB, NODE, SYS or SOC, found 'PXX'");
    assertThat(thrown.line()).isEqualTo(3);
    assertThat(thrown.column()).isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                                             | 1 | 1  | a column GPU0
          NVIDIA-SMI has failed                          | 1 | 1  | a column GPU0
          \\tGPU0\\tGPU1\\nGPU0\\t X \\tPIX\\n           | 3 | 1  | the row of GPU1
          \\tGPU0\\tGPU1\\nGPU0\\t X \\n                 | 2 | 8  | X, NV#
          \\tGPU0\\tGPU1\\nGPU0\\tPIX\\t X \\n           | 2 | 6  | X
          \\tGPU0\\tGPU1\\nGPU0\\t X \\tPIX\\nGPU1\\tSYS\\t X | 3 | 6 | PIX as in the other half
          \\tGPU0\\tGPU2\\nGPU0\\t X \\tPIX              | 1 | 7  | the next GPU
          \\tGPU0\\tNIC0\\nGPU0\\t X \\tPIX\\nNIC0\\tPIX\\t X | 1 | 7 | a NIC that the NIC legend names
          \\tGPU0\\tGPU1\\nGPU0\\tX\\tNV0\\nGPU1\\tNV0\\tX    | 2 | 8 | X, NV#
          \\tGPU0\\tNIC0\\nGPU0\\tX\\tNV4\\nNIC0\\tNV4\\tX    | 2 | 8 | SYS or SOC between a GPU and a NIC
          \\tGPU0\\tNIC0\\nGPU0\\tX\\tPIX\\nNIC0\\tPIX\\tX\\n\\nNIC0: --mca | 5 | 7 | the name of another NIC
          \\tGPU0\\tCPU Affinity\\nGPU0\\t X \\t5-1      | 2 | 10 | a list of CPUs
          \\tGPU0\\tCPU Affinity\\nGPU0\\t X \\t0-99999  | 2 | 10 | a list of CPUs
          \\tGPU0\\tCPU Affinity\\tNUMA Affinity\\nGPU0\\t X \\t0-3 | 2 | 13 | fills its 2 columns
          \\tGPU0\\tCPU Affinity\\nGPU0\\t X \\t0-3\\t0   | 2 | 14 | fills its 1 columns
          \\tGPU0\\tCPU Affinity\\tCPU Affinity\\nGPU0\\t X | 1 | 20 | NUMA Affinity
          \\tGPU0\\nGPU0\\t X \\nGPU1\\tPIX              | 3 | 1  | an empty line behind the last row
          """)
  void nothing_is_guessed(String text, int line, int column, String expected) {
    UnreadableTopologyException thrown = unreadable(text.replace("\\t", "\t").replace("\\n", "\n"));

    assertThat(thrown.expected()).contains(expected);
    assertThat(List.of(thrown.line(), thrown.column())).containsExactly(line, column);
  }
}
