package org.gpurma.service.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.CpuLayout;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.cluster.NodeTopology;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.testing.Machines;
import org.junit.jupiter.api.Test;

class PlacerTest extends PlacerFixture {
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
}
