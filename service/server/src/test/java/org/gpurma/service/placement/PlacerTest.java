package org.gpurma.service.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpurma.service.allocation.Allocation;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.junit.jupiter.api.Test;

class PlacerTest {
  private static Allocation allocation(int gpus, List<Integer> cores) {
    List<Gpu> list =
        IntStream.range(0, gpus)
            .mapToObj(i -> new Gpu("emulated-" + i, "Emulated GPU", GpuKind.EMULATED, 8, 0))
            .toList();
    return new Allocation(new Node("node", list, cores), list);
  }

  @Test
  void cores_are_split_without_overlap_and_none_is_left_out() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    var random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      int gpus = 1 + random.nextInt(8);
      List<Integer> cores = IntStream.range(10, 10 + gpus + random.nextInt(60)).boxed().toList();
      Set<Integer> seen = new HashSet<>();

      for (ProcessPlacement placement : Placer.place(allocation(gpus, cores))) {
        assertThat(placement.exclusive()).isTrue();
        assertThat(placement.cores()).isNotEmpty().allMatch(seen::add);
      }
      assertThat(seen).containsExactlyInAnyOrderElementsOf(cores);
    }
  }

  @Test
  void where_cores_are_fewer_than_processes_all_share_all() {
    assertThat(Placer.place(allocation(3, List.of(0, 1))))
        .allSatisfy(
            placement -> {
              assertThat(placement.exclusive()).isFalse();
              assertThat(placement.cores()).containsExactly(0, 1);
            });
  }
}
