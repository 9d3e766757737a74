package org.gpurma.service.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpurma.service.cluster.CpuLayout;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.cluster.NodeTopology;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.cluster.topology.NumaNode;
import org.gpurma.service.testing.Machines;
import org.junit.jupiter.api.Test;

class PlacerTest {
  private static final String PSG = "psg-8gpu-2socket-2015";
  private static final String H100 = "h100-8gpu-9nic";

  private static Placement placed(List<Node> nodes, Held held, PlacementRequest request) {
    PlacementResult result = Placer.place(nodes, held, request);
    assertThat(result).isInstanceOf(PlacementResult.Placed.class);
    return ((PlacementResult.Placed) result).placement();
  }

  private static Placement placed(Node node, int gpus, String... heldGpus) {
    return placed(
        List.of(node),
        new Held(Set.of(heldGpus), Map.of(), Map.of()),
        PlacementRequest.of(gpus, node.gpus().getFirst().kind()));
  }

  private static List<String> gpus(Placement placement) {
    return placement.processes().stream().map(process -> process.gpu().uuid()).toList();
  }

  private static List<String> cores(Placement placement) {
    return placement.processes().stream().map(process -> CpuList.format(process.cores())).toList();
  }

  private static List<String> nics(Placement placement) {
    return placement.processes().stream().map(ProcessPlacement::nic).toList();
  }

  private static String[] names(String node, int... gpus) {
    return IntStream.of(gpus).mapToObj(gpu -> node + "-" + gpu).toArray(String[]::new);
  }

  @Test
  void the_theses_node_gives_the_gpus_on_the_side_of_its_nic() {
    Node psg = Machines.like(PSG, "psg");

    assertThat(gpus(placed(psg, 1))).containsExactly("psg-2");
    assertThat(gpus(placed(psg, 2))).containsExactly("psg-2", "psg-3");
    assertThat(gpus(placed(psg, 4))).containsExactly(names("psg", 4, 5, 6, 7));
    assertThat(gpus(placed(psg, 6))).containsExactly(names("psg", 2, 3, 4, 5, 6, 7));
    assertThat(nics(placed(psg, 6))).containsOnly("mlx5_0");
  }

  @Test
  void cores_of_a_side_are_split_among_all_gpus_of_the_side() {
    Node psg = Machines.like(PSG, "psg");

    assertThat(cores(placed(psg, 6)))
        .containsExactly("16-17", "18-20", "21-23", "24-25", "26-28", "29-31");
    assertThat(cores(placed(psg, 2))).containsExactly("16-17", "18-20");
    assertThat(cores(placed(psg, 2, names("psg", 2, 3, 4, 5, 6, 7))))
        .containsExactly("0-7", "8-15");
  }

  @Test
  void every_gpu_gets_the_nic_beside_it() {
    Placement placement = placed(Machines.like(H100, "h100"), 8);

    assertThat(nics(placement))
        .containsExactly(
            "mlx5_8", "mlx5_7", "mlx5_6", "mlx5_5", "mlx5_4", "mlx5_3", "mlx5_2", "mlx5_1");
  }

  @Test
  void gpus_of_one_side_are_taken_together_though_nvlink_joins_all() {
    Node h100 = Machines.like(H100, "h100");

    assertThat(gpus(placed(h100, 4))).containsExactly(names("h100", 0, 1, 2, 3));
    assertThat(gpus(placed(h100, 4, "h100-0"))).containsExactly(names("h100", 4, 5, 6, 7));
  }

  @Test
  void a_small_hole_is_filled_before_an_island_is_broken() {
    Node psg = Machines.like(PSG, "psg");
    assertThat(gpus(placed(psg, 1, names("psg", 2)))).containsExactly("psg-3");

    List<Node> nodes = List.of(Machines.emulated("a", 4, 8), Machines.emulated("b", 4, 8));
    Held held = new Held(Set.of(names("b", 0, 1)), Map.of(), Map.of());
    assertThat(gpus(placed(nodes, held, PlacementRequest.of(2, GpuKind.EMULATED))))
        .containsExactly("b-2", "b-3");
  }

  @Test
  void a_job_stays_on_one_node_where_it_fits_and_takes_few_where_not() {
    List<Node> nodes =
        List.of(
            Machines.emulated("a", 2, 4),
            Machines.emulated("b", 2, 4),
            Machines.emulated("c", 4, 8));

    assertThat(gpus(placed(nodes, Held.NOTHING, PlacementRequest.of(4, GpuKind.EMULATED))))
        .containsExactly(names("c", 0, 1, 2, 3));
    assertThat(gpus(placed(nodes, Held.NOTHING, PlacementRequest.of(6, GpuKind.EMULATED))))
        .containsExactly("a-0", "a-1", "c-0", "c-1", "c-2", "c-3");
  }

  @Test
  void as_many_gpus_of_each_node_as_asked_for() {
    List<Node> nodes =
        List.of(Machines.like(PSG, "psg1"), Machines.like(PSG, "psg2"), Machines.like(PSG, "psg3"));
    var request = new PlacementRequest(4, 2, 0, GpuKind.CUDA);

    assertThat(gpus(placed(nodes, Held.NOTHING, request)))
        .containsExactly("psg1-2", "psg1-3", "psg2-2", "psg2-3");
    assertThatThrownBy(() -> new PlacementRequest(5, 2, 0, GpuKind.CUDA))
        .hasMessageContaining("not a multiple");
  }

  @Test
  void gpus_that_cannot_reach_each_other_are_farther_than_any_that_can() {
    NodeTopology flat = NodeTopology.flat(3);
    var peers =
        List.of(List.of(true, false, true), List.of(false, true, true), List.of(true, true, true));
    Node node =
        new Node(
            "n",
            Reach.LOCAL,
            Machines.emulated("n", 3, 6).gpus(),
            CpuLayout.of(List.of(0, 1, 2, 3, 4, 5)),
            new NodeTopology(flat.links(), peers, List.of(), flat.nicLinks(), flat.nearCpus()));

    assertThat(gpus(placed(node, 2))).containsExactly("n-0", "n-2");
  }

  @Test
  void two_processes_take_two_nics_where_several_are_near() {
    Node h100 = Machines.like(H100, "h100");
    Held held = new Held(Set.of(), Map.of(), Map.of("h100", List.of("mlx5_8", "mlx5_8")));

    assertThat(nics(placed(List.of(h100), held, PlacementRequest.of(4, GpuKind.CUDA))))
        .doesNotHaveDuplicates()
        .doesNotContain("mlx5_8", "mlx5_0");
  }

  @Test
  void jobs_on_one_node_never_share_cores_where_there_are_enough() {
    Node node = Machines.emulated("n", 4, 8);
    Set<Integer> seen = new HashSet<>();
    Held held = Held.NOTHING;
    for (int job = 0; job < 4; job++) {
      ProcessPlacement process =
          placed(List.of(node), held, PlacementRequest.of(1, GpuKind.EMULATED))
              .processes()
              .getFirst();
      assertThat(process.exclusive()).isTrue();
      assertThat(process.cores()).hasSize(2).allMatch(seen::add);
      held =
          new Held(
              Stream.concat(held.gpus().stream(), Stream.of(process.gpu().uuid()))
                  .collect(Collectors.toSet()),
              Map.of("n", Set.copyOf(seen)),
              Map.of());
    }
  }

  @Test
  void where_cores_are_fewer_than_gpus_all_share_all() {
    Placement placement = placed(Machines.emulated("n", 3, 2), 3);

    assertThat(placement.processes())
        .allSatisfy(
            process -> {
              assertThat(process.exclusive()).isFalse();
              assertThat(process.cores()).containsExactly(0, 1);
            });
  }

  @Test
  void a_core_is_given_with_all_its_hardware_threads() {
    Node node =
        new Node(
            "n",
            Reach.LOCAL,
            Machines.emulated("n", 2, 1).gpus(),
            CpuLayout.of(
                CpuList.parse("0-7"),
                List.of(List.of(0, 4), List.of(1, 5), List.of(2, 6), List.of(3, 7)),
                List.of(new NumaNode(0, CpuList.parse("0-7")))),
            NodeTopology.flat(2));

    assertThat(cores(placed(node, 2))).containsExactly("0-1,4-5", "2-3,6-7");
  }

  @Test
  void a_job_that_asks_for_cores_gets_so_many_beside_its_gpu_first() {
    Node psg = Machines.like(PSG, "psg");
    var request = new PlacementRequest(1, 0, 5, GpuKind.CUDA);

    assertThat(cores(placed(List.of(psg), Held.NOTHING, request))).containsExactly("16-20");
    PlacementResult tooMany =
        Placer.place(List.of(psg), Held.NOTHING, new PlacementRequest(2, 0, 17, GpuKind.CUDA));
    assertThat(((PlacementResult.NoRoom) tooMany).reasons().getFirst())
        .isEqualTo("it asks for 2 cuda GPUs, 8 of 8 are free");
  }

  @Test
  void cores_that_another_job_took_are_replaced_by_others_that_are_near() {
    Node node = Machines.emulated("n", 2, 8);
    Held held = new Held(Set.of("n-0"), Map.of("n", Set.of(0, 1, 2, 3, 4, 5)), Map.of());

    Placement placement = placed(List.of(node), held, PlacementRequest.of(1, GpuKind.EMULATED));

    assertThat(cores(placement)).containsExactly("6-7");
    assertThat(placement.cost().cores()).isEqualTo(2);
  }

  @Test
  void why_there_is_no_room_is_told_node_by_node() {
    List<Node> nodes = List.of(Machines.emulated("a", 2, 2), Machines.emulated("b", 2, 2));
    Held held = new Held(Set.of("a-0", "b-0", "b-1"), Map.of("a", Set.of(0, 1)), Map.of());

    PlacementResult result = Placer.place(nodes, held, PlacementRequest.of(2, GpuKind.EMULATED));

    assertThat(((PlacementResult.NoRoom) result).reasons())
        .containsExactly(
            "it asks for 2 emulated GPUs, 1 of 4 are free",
            "a: 1 of 2 GPUs free, and too few free cores for one process",
            "b: 0 of 2 GPUs free");
  }

  @Test
  void a_job_gets_gpus_of_one_model_where_it_can() {
    Node mixed = Machines.emulated("m", 4, 8);
    List<Gpu> gpus =
        IntStream.range(0, 4)
            .mapToObj(
                i -> new Gpu("m-" + i, i % 2 == 0 ? "small" : "large", GpuKind.EMULATED, 8, 0))
            .toList();
    Node node = new Node("m", Reach.LOCAL, gpus, mixed.cpus(), mixed.topology());

    assertThat(gpus(placed(node, 2))).containsExactly("m-0", "m-2");
    assertThat(placed(node, 3).cost().models()).isPositive();
  }

  @Test
  void a_gpu_that_cannot_be_used_is_not() {
    Node node = Machines.emulated("n", 2, 2);
    Gpu broken = new Gpu("n-0", "Emulated GPU", GpuKind.EMULATED, 8, 0, "broken");
    Node half =
        new Node(
            "n", Reach.LOCAL, List.of(broken, node.gpus().get(1)), node.cpus(), node.topology());

    assertThat(gpus(placed(half, 1))).containsExactly("n-1");
  }

  @Test
  void nodes_that_are_reached_in_different_ways_are_not_mixed() {
    Node here = Machines.emulated("a", 1, 1);
    Node there =
        new Node(
            "b",
            new Reach.Ssh("b"),
            Machines.emulated("b", 2, 2).gpus(),
            here.cpus(),
            NodeTopology.flat(2));

    assertThat(
            gpus(
                placed(
                    List.of(here, there), Held.NOTHING, PlacementRequest.of(2, GpuKind.EMULATED))))
        .containsExactly("b-0", "b-1");
    assertThat(
            Placer.place(
                List.of(here, there), Held.NOTHING, PlacementRequest.of(3, GpuKind.EMULATED)))
        .isInstanceOf(PlacementResult.NoRoom.class);
  }

  @Test
  void the_choice_is_explained() {
    assertThat(placed(Machines.like(PSG, "psg"), 2).explanation())
        .containsExactly(
            "psg: GPUs 2-3 of 8, at most PIX apart",
            "psg: GPU 2 uses mlx5_0, PHB away; GPU 3 uses mlx5_0, PHB away",
            "psg: GPU 2 has cores 16-17 beside it; GPU 3 has cores 18-20 beside it",
            "cost: 11 hops: 1 between GPUs, 6 to NICs, 4 for NICs that are shared");
  }

  @Test
  void a_node_of_very_many_gpus_is_placed_on_too() {
    Node big = Machines.emulated("n", 40, 80);

    assertThat(gpus(placed(big, 20))).hasSize(20).doesNotHaveDuplicates();
    assertThat(gpus(placed(big, 40))).hasSize(40);
  }

  private static PlacementRequest within(int gpus, Limits limits) {
    return new PlacementRequest(gpus, 0, 0, GpuKind.CUDA, limits);
  }

  private static Limits processes(Limits.NamedProcess... processes) {
    return new Limits(Limits.Binding.CORES, Set.of(), Set.of(), Set.of(), List.of(processes));
  }

  @Test
  void a_job_has_only_what_it_says_that_it_may_have() {
    List<Node> nodes = List.of(Machines.like(PSG, "psg1"), Machines.like(PSG, "psg2"));
    // CUDA_VISIBLE_DEVICES=2,3,4,5,6,7 and --cpu-set 16-31 of the thesis, on one node.
    var limits =
        new Limits(
            Limits.Binding.CORES,
            Set.of("psg2"),
            Set.of("2", "3", "4", "5", "6", "psg2-7"),
            Set.copyOf(CpuList.parse("16-31")),
            List.of());

    Placement six = placed(nodes, Held.NOTHING, within(6, limits));
    assertThat(gpus(six)).containsExactly(names("psg2", 2, 3, 4, 5, 6, 7));
    assertThat(six.processes().stream().flatMap(process -> process.cores().stream()))
        .doesNotHaveDuplicates()
        .allMatch(cpu -> cpu >= 16 && cpu <= 31);
    assertThat(Placer.place(nodes, Held.NOTHING, within(7, limits)))
        .isEqualTo(
            new PlacementResult.NoRoom(
                List.of("it asks for 7 cuda GPUs, 6 of 6 are free", "psg2: 6 of 6 GPUs free")));
  }

  @Test
  void processes_may_share_the_cores_beside_their_gpus_or_all_of_them() {
    List<Node> psg = List.of(Machines.like(PSG, "psg"));
    var numa = new Limits(Limits.Binding.NUMA, Set.of(), Set.of("2", "3"), Set.of(), List.of());
    var none =
        new Limits(
            Limits.Binding.NONE, Set.of(), Set.of(), Set.copyOf(CpuList.parse("4-9")), List.of());

    Placement beside = placed(psg, Held.NOTHING, within(2, numa));
    assertThat(cores(beside)).containsExactly("16-31", "16-31");
    assertThat(beside.processes()).noneMatch(ProcessPlacement::exclusive);
    assertThat(cores(placed(psg, Held.NOTHING, within(2, none)))).containsExactly("4-9", "4-9");
  }

  @Test
  void processes_are_put_where_their_list_says_in_its_order() {
    List<Node> nodes = List.of(Machines.like(PSG, "psg1"), Machines.like(PSG, "psg2"));
    var limits =
        processes(
            new Limits.NamedProcess("psg2", "5", List.of(20, 21)),
            new Limits.NamedProcess("psg1", "psg1-0", List.of()),
            new Limits.NamedProcess("psg2", "4", List.of()));

    Placement placement = placed(nodes, Held.NOTHING, within(3, limits));

    assertThat(gpus(placement)).containsExactly("psg2-5", "psg1-0", "psg2-4");
    assertThat(placement.processes()).extracting(ProcessPlacement::index).containsExactly(0, 1, 2);
    assertThat(cores(placement).getFirst()).isEqualTo("20-21");
    assertThat(placement.processes().getLast().cores()).isNotEmpty().doesNotContain(20, 21);
    assertThat(nics(placement)).containsOnly("mlx5_0");
  }

  @Test
  void a_place_that_is_taken_or_not_there_is_told_by_its_name() {
    List<Node> nodes = List.of(Machines.like(PSG, "psg"));
    var held = new Held(Set.of("psg-3"), Map.of("psg", Set.of(16)), Map.of());

    assertThat(
            Placer.place(
                nodes,
                held,
                within(
                    2,
                    processes(
                        new Limits.NamedProcess("", "3", List.of()),
                        new Limits.NamedProcess("psg", "8", List.of())))))
        .isEqualTo(
            new PlacementResult.NoRoom(
                List.of(
                    "GPU 3 of psg is held by another job",
                    "GPU 8 of psg is not there, or its node is out of service")));
    for (List<Integer> cpus : List.of(List.of(16), List.of(99))) {
      assertThat(
              Placer.place(
                  nodes, held, within(1, processes(new Limits.NamedProcess("psg", "2", cpus)))))
          .isEqualTo(
              new PlacementResult.NoRoom(
                  List.of("psg: cores that it names, or as many as it takes, are not free")));
    }
  }
}
