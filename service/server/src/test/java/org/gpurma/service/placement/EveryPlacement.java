package org.gpurma.service.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.Node;

/** Goes through all GPUs and all NICs that a job could have, and keeps the lowest cost. */
final class EveryPlacement {
  private final List<Node> nodes;
  private final Held held;
  private final PlacementRequest request;
  private long cheapest = Long.MAX_VALUE;

  EveryPlacement(List<Node> nodes, Held held, PlacementRequest request) {
    this.nodes = nodes;
    this.held = held;
    this.request = request;
  }

  /** Empty where there is none. */
  Optional<Long> cheapest() {
    chooseGpus(0, 0, new ArrayList<>());
    return cheapest == Long.MAX_VALUE ? Optional.empty() : Optional.of(cheapest);
  }

  private void chooseGpus(int node, int chosen, List<Candidate.Part> parts) {
    if (chosen == request.gpus()) {
      cheapest = Math.min(cheapest, Candidate.of(parts).cost().total());
      return;
    }
    if (node == nodes.size()) {
      return;
    }
    chooseGpus(node + 1, chosen, parts);
    Node here = nodes.get(node);
    for (int set = 1; set < 1 << here.gpus().size(); set++) {
      int bits = set;
      int[] gpus =
          IntStream.range(0, here.gpus().size()).filter(i -> (bits >> i & 1) == 1).toArray();
      if (isAllowed(here, gpus, chosen)) {
        for (NodeChoice choice : withEveryNic(here, gpus)) {
          parts.add(new Candidate.Part(here, choice));
          chooseGpus(node + 1, chosen + gpus.length, parts);
          parts.removeLast();
        }
      }
    }
  }

  private boolean isAllowed(Node node, int[] gpus, int chosen) {
    return chosen + gpus.length <= request.gpus()
        && (request.gpusPerNode() == 0 || request.gpusPerNode() == gpus.length)
        && IntStream.of(gpus)
            .mapToObj(node.gpus()::get)
            .allMatch(gpu -> gpu.usable() && !held.gpus().contains(gpu.uuid()));
  }

  /** The cheapest way to deal out the NICs, found by trying all. */
  private List<NodeChoice> withEveryNic(Node node, int[] gpus) {
    Optional<NodeChoice> offered = new NodeOffer(node, held, _ -> true, request).evaluate(gpus);
    if (offered.isEmpty() || node.topology().nics().isEmpty()) {
      return offered.stream().toList();
    }
    NodeChoice choice = offered.get();
    int[] users =
        node.topology().nics().stream()
            .mapToInt(nic -> (int) held.nicsOf(node.name()).stream().filter(nic::equals).count())
            .toArray();
    long[] best = {Long.MAX_VALUE, 0, 0};
    chooseNics(node, gpus, users, 0, 0, 0, best);
    PlacementCost cost = choice.cost();
    return List.of(
        new NodeChoice(
            choice.gpus(),
            choice.nics(),
            choice.cores(),
            new PlacementCost(
                cost.betweenGpus(), 0, best[1], best[2], cost.cores(), 0, cost.remnants())));
  }

  private static void chooseNics(
      Node node, int[] gpus, int[] users, int next, long near, long shared, long[] best) {
    if (next == gpus.length) {
      if (near + shared < best[0]) {
        best[0] = near + shared;
        best[1] = near;
        best[2] = shared;
      }
      return;
    }
    for (int nic = 0; nic < users.length; nic++) {
      long joining = PlacementCost.joiningNic(users[nic]);
      users[nic]++;
      chooseNics(
          node,
          gpus,
          users,
          next + 1,
          near + PlacementCost.toNic(node.topology(), gpus[next], nic),
          shared + joining,
          best);
      users[nic]--;
    }
  }
}
