package org.gpurma.service.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.placement.ProcessPlacement;
import org.junit.jupiter.api.Test;

class LaunchPlannerTest {
  private static OpenMpiFacts debian() throws IOException {
    try (Stream<String> lines =
        Files.lines(Path.of("src/test/resources/openmpi/debian-4.1.4.txt"))) {
      return OpenMpiFacts.parse(lines);
    }
  }

  private static LaunchRequest request(GpuKind kind, boolean asRoot, List<List<Integer>> cores) {
    List<ProcessPlacement> placements =
        IntStream.range(0, cores.size())
            .mapToObj(
                i ->
                    new ProcessPlacement(
                        i,
                        "node1",
                        new Gpu(
                            kind == GpuKind.CUDA ? "GPU-" + i : "emulated-" + i, "G", kind, 8, 0),
                        cores.get(i),
                        true))
            .toList();
    return new LaunchRequest(
        "mpirun", Path.of("/bundle/bin/gpurma-runtime"), Path.of("/run"), placements, asRoot);
  }

  @Test
  void emulated_gpus_on_debians_open_mpi_as_root() throws IOException {
    LaunchPlan plan =
        LaunchPlanner.plan(
            request(GpuKind.EMULATED, true, List.of(List.of(0), List.of(1))), debian());

    assertThat(String.join(" ", plan.command()))
        .isEqualTo(
            "mpirun --allow-run-as-root --mca pml ob1 --mca btl vader,self --mca mpi_yield_when_idle 1"
                + " --mca rmaps_rank_file_physical 1 --mca opal_warn_on_missing_libcuda 0"
                + " --rankfile /run/rankfile -n 2 /bundle/bin/gpurma-runtime /run");
    assertThat(plan.rankfile()).isEqualTo("rank 0=node1 slot=0\nrank 1=node1 slot=1\n");
    assertThat(plan.environment()).isEmpty();
  }

  @Test
  void every_process_of_real_gpus_sees_its_own_alone() throws IOException {
    LaunchPlan plan =
        LaunchPlanner.plan(
            request(GpuKind.CUDA, false, List.of(List.of(0, 1, 2, 3), List.of(4, 5, 6, 7))),
            debian());

    assertThat(String.join(" ", plan.command()))
        .startsWith("mpirun --mca pml ob1")
        .endsWith(
            "-n 1 -x CUDA_VISIBLE_DEVICES=GPU-0 /bundle/bin/gpurma-runtime /run : "
                + "-n 1 -x CUDA_VISIBLE_DEVICES=GPU-1 /bundle/bin/gpurma-runtime /run");
    assertThat(plan.rankfile()).isEqualTo("rank 0=node1 slot=0-3\nrank 1=node1 slot=4-7\n");
    assertThat(plan.environment()).containsExactly(Map.entry("CUDA_MODULE_LOADING", "EAGER"));
  }

  @Test
  void the_parameters_of_the_theses_are_passed_where_open_mpi_knows_them() {
    var facts =
        new OpenMpiFacts(
            "1.8.5",
            Set.of(
                "mpi_common_cuda_cumemcpy_async",
                "btl_openib_want_cuda_gdr",
                "btl_openib_cuda_rdma_limit"),
            Set.of("vader", "self"));

    assertThat(
            String.join(
                " ",
                LaunchPlanner.plan(request(GpuKind.CUDA, false, List.of(List.of(0))), facts)
                    .command()))
        .contains(
            "--mca mpi_common_cuda_cumemcpy_async 1 --mca btl_openib_want_cuda_gdr 1"
                + " --mca btl_openib_cuda_rdma_limit 5120")
        .doesNotContain("mpi_yield_when_idle");
  }

  @Test
  void facts_are_read_from_ompi_info() throws IOException {
    OpenMpiFacts facts = debian();

    assertThat(facts.version()).isEqualTo("4.1.4");
    assertThat(facts.transports()).contains("vader", "self", "tcp");
    assertThat(facts.knows("mpi_yield_when_idle")).isTrue();
    assertThat(facts.knows("mpi_cuda_support")).isTrue();
    assertThat(facts.knows("btl_openib_want_cuda_gdr")).isFalse();
    assertThat(new OpenMpiFacts("5.0.5", Set.of(), Set.of("sm", "self")).sharedMemoryTransport())
        .isEqualTo("sm");
    assertThatThrownBy(() -> OpenMpiFacts.parse(Stream.of("command not found")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
