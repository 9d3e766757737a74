package org.gpurma.service.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.placement.Held;
import org.gpurma.service.placement.PlacementRequest;
import org.gpurma.service.placement.PlacementResult;
import org.gpurma.service.placement.Placer;
import org.gpurma.service.placement.ProcessPlacement;
import org.gpurma.service.testing.Machines;
import org.gpurma.service.testing.Specs;
import org.junit.jupiter.api.Test;

/** Whole plans are kept in src/test/resources/launch, one word group a line. */
class LaunchPlannerTest {
  private static final String NETWORK = "10.78.0.0/24";

  /** As the GPU RMA thesis used it. */
  private static final OpenMpiFacts OPEN_MPI_1_8 =
      new OpenMpiFacts(
          "1.8.5",
          Set.of(
              "mpi_common_cuda_cumemcpy_async",
              "btl_openib_want_cuda_gdr",
              "btl_openib_cuda_rdma_limit",
              "rmaps_rank_file_physical",
              "mpi_yield_when_idle"),
          Set.of("openib", "vader", "sm", "self", "tcp"),
          Set.of("ob1", "cm"),
          Set.of());

  private static final OpenMpiFacts OPEN_MPI_5 =
      new OpenMpiFacts(
          "5.0.7",
          Set.of("mpi_yield_when_idle", "opal_warn_on_missing_libcuda"),
          Set.of("sm", "self", "tcp", "smcuda"),
          Set.of("ob1", "ucx", "cm"),
          Set.of("cuda", "null"));

  private static OpenMpiFacts debian() throws IOException {
    try (Stream<String> lines =
        Files.lines(Path.of("src/test/resources/openmpi/debian-4.1.4.txt"))) {
      return OpenMpiFacts.parse(lines);
    }
  }

  private static LaunchRequest request(List<ProcessPlacement> placements, boolean asRoot) {
    return request(placements, asRoot, MessageLimits.AS_SET_UP);
  }

  private static LaunchRequest request(
      List<ProcessPlacement> placements, boolean asRoot, MessageLimits limits) {
    return new LaunchRequest(
        "mpirun",
        new LaunchSite(Path.of("/bundle"), Path.of("/run")),
        Path.of("/control"),
        placements,
        asRoot,
        NETWORK,
        limits);
  }

  private static List<ProcessPlacement> local(GpuKind kind, List<List<Integer>> cores) {
    return IntStream.range(0, cores.size())
        .mapToObj(
            i ->
                new ProcessPlacement(
                    i,
                    "node1",
                    new Gpu(kind == GpuKind.CUDA ? "GPU-" + i : "emulated-" + i, "G", kind, 8, 0),
                    cores.get(i),
                    true))
        .toList();
  }

  /** Nodes NAME1, NAME2 with the addresses 10.78.0.11 and so on. */
  private static List<Node> machines(String machine, String name, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(
            i -> {
              Node node = Machines.like(machine, name + i);
              return new Node(
                  node.name(),
                  new Reach.Ssh("gpurma@10.78.0.1" + i),
                  node.gpus(),
                  node.cpus(),
                  node.topology());
            })
        .toList();
  }

  private static List<ProcessPlacement> placed(List<Node> nodes, int gpus, int perNode) {
    var request = new PlacementRequest(gpus, perNode, 0, nodes.getFirst().gpus().getFirst().kind());
    return ((PlacementResult.Placed) Placer.place(nodes, Held.NOTHING, request))
        .placement()
        .processes();
  }

  /** Options begin a line, as does each process. */
  private static String text(LaunchPlan plan) {
    var text = new StringBuilder();
    for (String word : plan.command()) {
      boolean begins = word.startsWith("-") || word.equals(":");
      text.append(text.isEmpty() ? "" : begins ? "\n  " : " ").append(word);
    }
    text.append('\n');
    plan.environment().forEach((name, value) -> text.append(name + "=" + value + "\n"));
    plan.files().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(file -> text.append("== " + file.getKey() + "\n").append(file.getValue()));
    return text.toString();
  }

  private static void assertGolden(String name, LaunchPlan plan) throws IOException {
    Path golden = Path.of("src/test/resources/launch", name + ".txt");
    assertThat(text(plan)).as("the plan in %s", golden).isEqualTo(Files.readString(golden));
  }

  @Test
  void emulated_gpus_on_debians_open_mpi_as_root() throws IOException {
    assertGolden(
        "emulated-debian-4.1.4",
        LaunchPlanner.plan(
            request(local(GpuKind.EMULATED, List.of(List.of(0), List.of(1))), true), debian()));
  }

  @Test
  void every_process_of_real_gpus_sees_its_own_alone() throws IOException {
    assertGolden(
        "cuda-debian-4.1.4",
        LaunchPlanner.plan(
            request(local(GpuKind.CUDA, List.of(List.of(0, 1, 2, 3), List.of(4, 5, 6, 7))), false),
            debian()));
  }

  @Test
  void the_command_of_the_thesis_for_four_processes_on_two_nodes() throws IOException {
    List<Node> psg = machines("psg-8gpu-2socket-2015", "psg", 2);
    LaunchPlan plan = LaunchPlanner.plan(request(placed(psg, 4, 2), false), OPEN_MPI_1_8);

    assertGolden("psg-thesis-1.8.5", plan);
    assertThat(String.join(" ", plan.command()))
        .contains(
            "--mca mpi_common_cuda_cumemcpy_async 1",
            "--mca btl_openib_want_cuda_gdr 1",
            "--mca btl_openib_cuda_rdma_limit 5120");
  }

  @Test
  void the_thesis_leaves_the_socket_without_nic_alone_and_so_do_we() {
    List<Node> psg = machines("psg-8gpu-2socket-2015", "psg", 2);

    // CUDA_VISIBLE_DEVICES=2,3,4,5,6,7 and --cpu-set 16-31 of listing 3.3, on each of both nodes.
    List<ProcessPlacement> all = placed(psg, 12, 6);
    for (String node : List.of("psg1", "psg2")) {
      List<ProcessPlacement> here =
          all.stream().filter(process -> process.node().equals(node)).toList();
      assertThat(here)
          .extracting(process -> process.gpu().uuid())
          .containsExactly(
              node + "-2", node + "-3", node + "-4", node + "-5", node + "-6", node + "-7");
      assertThat(here.stream().flatMap(process -> process.cores().stream()).sorted().toList())
          .isEqualTo(CpuList.parse("16-31"));
    }
    // -np 4 --map-by ppr:2:node.
    assertThat(placed(psg, 4, 2))
        .allSatisfy(
            process -> {
              assertThat(process.gpu().uuid()).matches("psg[12]-[2-7]");
              assertThat(CpuList.parse("16-31")).containsAll(process.cores());
              assertThat(process.nic()).isEqualTo("mlx5_0");
            })
        .extracting(ProcessPlacement::node)
        .containsExactly("psg1", "psg1", "psg2", "psg2");
  }

  @Test
  void the_limits_that_a_job_wants_are_set_where_this_open_mpi_has_them() throws IOException {
    var wanted =
        MessageLimits.of(Specs.with("transport: {eagerBytes: 32768, gdrBytes: 8192}").transport());
    List<ProcessPlacement> psg = placed(machines("psg-8gpu-2socket-2015", "psg", 2), 4, 2);
    LaunchPlan verbs =
        LaunchPlanner.plan(request(psg, false, wanted), openMpi18With("btl_openib_eager_limit"));

    assertThat(String.join(" ", verbs.command()))
        .contains(
            "--mca btl_openib_want_cuda_gdr 1",
            "--mca btl_openib_cuda_rdma_limit 8192",
            "--mca btl_openib_eager_limit 32832");
    assertThat(verbs.notes()).isEmpty();
    LaunchPlan without = LaunchPlanner.plan(request(psg, false, wanted), OPEN_MPI_1_8);
    assertThat(without.command()).doesNotContain("btl_openib_eager_limit");
    assertThat(without.notes())
        .containsExactly(
            "transport.eagerBytes is the runtime's limit and not Open MPI's: this Open MPI has no"
                + " btl_openib_eager_limit");

    List<ProcessPlacement> h100 = placed(machines("h100-8gpu-9nic", "h100-", 2), 4, 2);
    LaunchPlan ucx = LaunchPlanner.plan(request(h100, false, wanted), OPEN_MPI_5);
    assertThat(ucx.command()).contains("UCX_RNDV_THRESH=32832", "UCX_IB_GPU_DIRECT_RDMA=try");
    assertThat(ucx.notes())
        .containsExactly(
            "transport.gdrBytes has no effect: UCX has no such limit; it chooses by itself, unless it"
                + " is 0");
  }

  @Test
  void a_job_may_keep_nics_off_device_memory() throws IOException {
    var wanted = MessageLimits.of(Specs.with("transport: {gdrBytes: 0}").transport());
    List<ProcessPlacement> psg = placed(machines("psg-8gpu-2socket-2015", "psg", 2), 4, 2);
    List<ProcessPlacement> h100 = placed(machines("h100-8gpu-9nic", "h100-", 2), 4, 2);

    assertThat(
            String.join(
                " ", LaunchPlanner.plan(request(psg, false, wanted), OPEN_MPI_1_8).command()))
        .contains("btl_openib_want_cuda_gdr 0", "btl_openib_cuda_rdma_limit 0");
    assertThat(LaunchPlanner.plan(request(h100, false, wanted), OPEN_MPI_5).command())
        .contains("UCX_IB_GPU_DIRECT_RDMA=no");
    LaunchPlan alone =
        LaunchPlanner.plan(
            request(local(GpuKind.CUDA, List.of(List.of(0), List.of(1))), false, wanted), debian());
    assertThat(alone.notes())
        .containsExactly(
            "transport.gdrBytes has no effect: no NIC reads device memory in this job");
  }

  private static OpenMpiFacts openMpi18With(String parameter) {
    Set<String> parameters = new HashSet<>(OPEN_MPI_1_8.parameters());
    parameters.add(parameter);
    return new OpenMpiFacts(
        OPEN_MPI_1_8.version(),
        parameters,
        OPEN_MPI_1_8.transports(),
        OPEN_MPI_1_8.pmls(),
        OPEN_MPI_1_8.accelerators());
  }

  @Test
  void with_ucx_every_process_is_told_the_nic_beside_its_gpu() throws IOException {
    List<Node> h100 = machines("h100-8gpu-9nic", "h100-", 2);

    assertGolden(
        "h100-ucx-4.1.4", LaunchPlanner.plan(request(placed(h100, 4, 2), false), debian()));
  }

  @Test
  void open_mpi_5_is_spoken_to_in_its_own_words() throws IOException {
    List<Node> h100 = machines("h100-8gpu-9nic", "h100-", 2);

    assertGolden(
        "h100-ucx-5.0.7", LaunchPlanner.plan(request(placed(h100, 4, 2), true), OPEN_MPI_5));
  }

  @Test
  void emulated_gpus_of_other_machines_talk_over_tcp() throws IOException {
    List<Node> nodes =
        IntStream.rangeClosed(1, 2)
            .mapToObj(
                i -> {
                  Node node = Machines.emulated("h" + i, 2, 2);
                  return new Node(
                      node.name(),
                      new Reach.Ssh("10.78.0.1" + i),
                      node.gpus(),
                      node.cpus(),
                      node.topology());
                })
            .toList();

    assertGolden(
        "emulated-ssh-4.1.4", LaunchPlanner.plan(request(placed(nodes, 4, 0), true), debian()));
    assertGolden(
        "emulated-ssh-5.0.7", LaunchPlanner.plan(request(placed(nodes, 4, 0), true), OPEN_MPI_5));
  }

  @Test
  void a_plan_depends_on_nothing_but_its_request() throws IOException {
    List<Node> h100 = machines("h100-8gpu-9nic", "h100-", 2);
    LaunchRequest request = request(placed(h100, 8, 4), true);

    assertThat(LaunchPlanner.plan(request, OPEN_MPI_5))
        .isEqualTo(LaunchPlanner.plan(request, OPEN_MPI_5));
  }

  @Test
  void facts_are_read_from_ompi_info() throws IOException {
    OpenMpiFacts facts = debian();

    assertThat(facts.version()).isEqualTo("4.1.4");
    assertThat(facts.transports()).contains("vader", "self", "tcp");
    assertThat(facts.pmls()).contains("ob1", "ucx");
    assertThat(facts.accelerators()).isEmpty();
    assertThat(facts.usesPrrte()).isFalse();
    assertThat(facts.knows("mpi_yield_when_idle")).isTrue();
    assertThat(facts.knows("mpi_cuda_support")).isTrue();
    assertThat(facts.knows("btl_openib_want_cuda_gdr")).isFalse();
    assertThat(OPEN_MPI_5.sharedMemoryTransport()).isEqualTo("sm");
    assertThat(OPEN_MPI_5.usesPrrte()).isTrue();
    assertThatThrownBy(() -> OpenMpiFacts.parse(Stream.of("command not found")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
