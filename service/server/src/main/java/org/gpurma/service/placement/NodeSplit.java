package org.gpurma.service.placement;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Deals a job over nodes: how many GPUs of each.
 *
 * <p>The hops between nodes depend on how many processes are together on each, not on which nodes
 * these are. So the whole is a sum over nodes, and its least value is found node by node: the best
 * for the first n nodes and k GPUs follows from the best for n - 1 nodes and fewer GPUs.
 */
final class NodeSplit {
  private static final long IMPOSSIBLE = Long.MAX_VALUE / 4;

  private final List<NodeOffer> offers;
  private final PlacementRequest request;
  private final long[] cost;
  private final int[][] taken;

  private NodeSplit(List<NodeOffer> offers, PlacementRequest request) {
    this.offers = offers;
    this.request = request;
    this.cost = new long[request.gpus() + 1];
    this.taken = new int[offers.size()][request.gpus() + 1];
    Arrays.fill(cost, 1, cost.length, IMPOSSIBLE);
  }

  /**
   * GPUs of each node, in the order of the offers; of equal ones, those of the first nodes.
   *
   * @return empty where there is no room
   */
  static Optional<int[]> best(List<NodeOffer> offers, PlacementRequest request) {
    return new NodeSplit(offers, request).solve();
  }

  private Optional<int[]> solve() {
    Map<Object, Map<Integer, Long>> known = new HashMap<>();
    for (int node = offers.size() - 1; node >= 0; node--) {
      NodeOffer offer = offers.get(node);
      add(node, known.computeIfAbsent(offer.signature(), _ -> costs(offer)));
    }
    return cost[request.gpus()] >= IMPOSSIBLE ? Optional.empty() : Optional.of(counts());
  }

  /** By number of GPUs, less what it saves that they are together. */
  private Map<Integer, Long> costs(NodeOffer offer) {
    Map<Integer, Long> costs = new HashMap<>();
    for (int count = 1; count <= Math.min(offer.freeGpus(), request.gpus()); count++) {
      if (request.mayTakeFromOneNode(count)) {
        long saved = PlacementCost.savedByTogether(count);
        int size = count;
        offer.best(count).ifPresent(choice -> costs.put(size, choice.cost().total() - saved));
      }
    }
    return costs;
  }

  /** From the last node to the first, so that the first ones win where costs are equal. */
  private void add(int node, Map<Integer, Long> costs) {
    for (int gpus = request.gpus(); gpus >= 1; gpus--) {
      for (Map.Entry<Integer, Long> offer : costs.entrySet()) {
        int rest = gpus - offer.getKey();
        if (rest >= 0 && cost[rest] < IMPOSSIBLE && cost[rest] + offer.getValue() <= cost[gpus]) {
          cost[gpus] = cost[rest] + offer.getValue();
          taken[node][gpus] = offer.getKey();
        }
      }
    }
  }

  private int[] counts() {
    int[] counts = new int[offers.size()];
    int left = request.gpus();
    for (int node = 0; node < offers.size() && left > 0; node++) {
      counts[node] = taken[node][left];
      left -= counts[node];
    }
    return counts;
  }
}
