package org.gpurma.service.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpurma.service.cluster.CpuLayout;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.cluster.NodeTopology;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.cluster.topology.NumaNode;
import org.gpurma.service.testing.Machines;
import org.junit.jupiter.api.Test;

class PlacedCoresTest extends PlacerFixture {
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
}
