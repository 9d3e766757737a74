package org.gpurma.service.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.CpuLayout;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.cluster.NodeTopology;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.cluster.topology.Link;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds for every placement, on clusters made up at random. */
class RandomPlacementsTest {
  private Random random;

  @BeforeEach
  void seed() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    random = new Random(seed);
  }

  private Node node(String name, int mostGpus) {
    int gpus = 1 + random.nextInt(mostGpus);
    int nics = random.nextInt(4);
    int cpus = 1 + random.nextInt(12);
    List<List<Link>> links = links(gpus);
    int sides = 1 + random.nextInt(2);
    return new Node(
        name,
        Reach.LOCAL,
        IntStream.range(0, gpus)
            .mapToObj(
                i ->
                    new Gpu(
                        name + "-" + i,
                        random.nextInt(8) == 0 ? "old" : "new",
                        GpuKind.CUDA,
                        0,
                        0,
                        random.nextInt(12) == 0 ? "broken" : ""))
            .toList(),
        CpuLayout.of(IntStream.range(0, cpus).boxed().toList()),
        new NodeTopology(
            links,
            peers(gpus),
            IntStream.range(0, nics).mapToObj(i -> "mlx5_" + i).toList(),
            IntStream.range(0, gpus)
                .mapToObj(_ -> IntStream.range(0, nics).mapToObj(_ -> link(2)).toList())
                .toList(),
            IntStream.range(0, gpus)
                .mapToObj(
                    gpu ->
                        IntStream.range(0, cpus)
                            .filter(cpu -> cpu % sides == gpu % sides)
                            .boxed()
                            .toList())
                .toList()));
  }

  private Link link(int nearest) {
    Link.Kind[] kinds = Link.Kind.values();
    return Link.of(kinds[nearest + random.nextInt(kinds.length - nearest)]);
  }

  private List<List<Link>> links(int gpus) {
    Link[][] links = new Link[gpus][gpus];
    for (int i = 0; i < gpus; i++) {
      links[i][i] = Link.SELF;
      for (int j = 0; j < i; j++) {
        links[i][j] = link(1);
        links[j][i] = links[i][j];
      }
    }
    return List.of(links).stream().map(List::of).toList();
  }

  private List<List<Boolean>> peers(int gpus) {
    boolean all = random.nextInt(3) > 0;
    return IntStream.range(0, gpus)
        .mapToObj(
            i ->
                IntStream.range(0, gpus)
                    .mapToObj(j -> i == j || all || random.nextInt(3) > 0)
                    .toList())
        .toList();
  }

  private List<Node> cluster(int mostNodes, int mostGpus) {
    return IntStream.rangeClosed(0, random.nextInt(mostNodes))
        .mapToObj(i -> node("n" + i, mostGpus))
        .toList();
  }

  private Held held(List<Node> nodes) {
    Set<String> gpus = new HashSet<>();
    Map<String, Set<Integer>> cpus = new HashMap<>();
    Map<String, List<String>> nics = new HashMap<>();
    for (Node node : nodes) {
      for (Gpu gpu : node.gpus()) {
        if (random.nextInt(4) == 0) {
          gpus.add(gpu.uuid());
          cpus.computeIfAbsent(node.name(), _ -> new HashSet<>())
              .add(random.nextInt(node.cores().size()));
          if (!node.topology().nics().isEmpty()) {
            nics.computeIfAbsent(node.name(), _ -> new ArrayList<>())
                .add(node.topology().nics().get(random.nextInt(node.topology().nics().size())));
          }
        }
      }
    }
    return new Held(gpus, cpus, nics);
  }

  private PlacementRequest request() {
    int gpus = 1 + random.nextInt(6);
    int perNode = random.nextInt(3) > 0 ? 0 : gpus % 2 == 0 ? gpus / 2 : 1;
    int cores = random.nextInt(4) > 0 ? 0 : 1 + random.nextInt(3);
    return new PlacementRequest(gpus, perNode, cores, GpuKind.CUDA);
  }

  @Test
  void nothing_is_given_twice_and_no_more_than_asked_for() {
    for (int round = 0; round < 1500; round++) {
      List<Node> nodes = cluster(5, 8);
      Held held = held(nodes);
      PlacementRequest request = request();
      PlacementResult result = Placer.place(nodes, held, request);
      if (result instanceof PlacementResult.Placed placed) {
        verify(placed.placement().processes(), nodes, held, request);
        assertThat(Placer.place(nodes, held, request)).isEqualTo(result);
      }
    }
  }

  private static void verify(
      List<ProcessPlacement> processes, List<Node> nodes, Held held, PlacementRequest request) {
    assertThat(processes).hasSize(request.gpus());
    Set<String> gpus = new HashSet<>(held.gpus());
    Map<String, Set<Integer>> cpus = new HashMap<>();
    held.cpus().forEach((node, cores) -> cpus.put(node, new HashSet<>(cores)));
    for (int i = 0; i < processes.size(); i++) {
      ProcessPlacement process = processes.get(i);
      assertThat(process.index()).isEqualTo(i);
      assertThat(process.gpu().usable()).isTrue();
      assertThat(gpus.add(process.gpu().uuid())).as("GPU %s is free", process).isTrue();
      Node node =
          nodes.stream().filter(n -> n.name().equals(process.node())).findFirst().orElseThrow();
      assertThat(node.gpus()).contains(process.gpu());
      assertThat(node.cores()).containsAll(process.cores());
      Set<Integer> taken = cpus.computeIfAbsent(process.node(), _ -> new HashSet<>());
      if (process.exclusive()) {
        assertThat(process.cores()).isNotEmpty().allMatch(taken::add);
        assertThat(process.cores().size())
            .isGreaterThanOrEqualTo(Math.max(1, request.coresPerGpu()));
      } else {
        assertThat(process.cores()).isNotEmpty();
      }
      assertThat(process.nic().isEmpty()).isEqualTo(node.topology().nics().isEmpty());
    }
    if (request.gpusPerNode() > 0) {
      Map<String, Integer> counts = new HashMap<>();
      processes.forEach(process -> counts.merge(process.node(), 1, Integer::sum));
      assertThat(counts.values()).containsOnly(request.gpusPerNode());
    }
  }

  @Test
  void no_other_choice_is_better_by_the_same_score() {
    int placed = 0;
    for (int round = 0; round < 400; round++) {
      List<Node> nodes = cluster(3, 4);
      Held held = held(nodes);
      PlacementRequest request = request();
      Optional<Long> best = new EveryPlacement(nodes, held, request).cheapest();
      switch (Placer.place(nodes, held, request)) {
        case PlacementResult.Placed result -> {
          placed++;
          assertThat(Optional.of(result.placement().cost().total())).isEqualTo(best);
        }
        case PlacementResult.NoRoom _ -> assertThat(best).isEmpty();
      }
    }
    assertThat(placed).isGreaterThan(100);
  }
}
