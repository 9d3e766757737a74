package org.gpurma.service.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.Node;

/** Nodes of captured machines, and what of a placement on them is looked at. */
abstract class PlacerFixture {
  static final String PSG = "psg-8gpu-2socket-2015";

  static final String H100 = "h100-8gpu-9nic";

  static Placement placed(List<Node> nodes, Held held, PlacementRequest request) {
    PlacementResult result = Placer.place(nodes, held, request);
    assertThat(result).isInstanceOf(PlacementResult.Placed.class);
    return ((PlacementResult.Placed) result).placement();
  }

  static Placement placed(Node node, int gpus, String... heldGpus) {
    return placed(
        List.of(node),
        new Held(Set.of(heldGpus), Map.of(), Map.of()),
        PlacementRequest.of(gpus, node.gpus().getFirst().kind()));
  }

  static List<String> gpus(Placement placement) {
    return placement.processes().stream().map(process -> process.gpu().uuid()).toList();
  }

  static List<String> cores(Placement placement) {
    return placement.processes().stream().map(process -> CpuList.format(process.cores())).toList();
  }

  static List<String> nics(Placement placement) {
    return placement.processes().stream().map(ProcessPlacement::nic).toList();
  }

  static String[] names(String node, int... gpus) {
    return IntStream.of(gpus).mapToObj(gpu -> node + "-" + gpu).toArray(String[]::new);
  }
}
