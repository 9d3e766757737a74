package org.gpurma.service.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.testing.Machines;
import org.junit.jupiter.api.Test;

class NamedPlacesTest extends PlacerFixture {
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
