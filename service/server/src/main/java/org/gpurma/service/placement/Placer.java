package org.gpurma.service.placement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.cluster.Reach;

/**
 * Chooses GPUs, NICs and cores for a job: GPUs near each other and near a NIC, a NIC for each
 * process where there are several, cores beside the GPU, and no island of free GPUs broken where a
 * smaller hole fits. What is better than what is in {@link PlacementCost}. A pure function.
 */
public final class Placer {
  private final List<Node> nodes;
  private final Held held;
  private final PlacementRequest request;

  private Placer(List<Node> nodes, Held held, PlacementRequest request) {
    this.nodes = nodes;
    this.held = held;
    this.request = request;
  }

  /**
   * @param nodes those that jobs may be started on, in the order in which equal ones are taken
   */
  public static PlacementResult place(List<Node> nodes, Held held, PlacementRequest request) {
    return new Placer(nodes, held, request).place();
  }

  private PlacementResult place() {
    if (!request.limits().processes().isEmpty()) {
      return new NamedPlaces(nodes, held, request).place();
    }
    Optional<Candidate> best =
        reachable()
            .flatMap(this::candidates)
            .min(Comparator.comparing(candidate -> candidate.cost().total()));
    if (best.isEmpty()) {
      return new PlacementResult.NoRoom(new Shortage(nodes, held, request).reasons());
    }
    Candidate candidate = best.get();
    return new PlacementResult.Placed(
        new Placement(candidate.processes(), candidate.cost(), Explanation.of(candidate)));
  }

  /** The processes of a job are all started in the same way. */
  private Stream<List<Node>> reachable() {
    return Stream.of(Reach.Local.class, Reach.Ssh.class)
        .map(
            way ->
                nodes.stream()
                    .filter(node -> way.isInstance(node.reach()) && request.limits().allow(node))
                    .toList())
        .filter(list -> !list.isEmpty());
  }

  /**
   * The best of each model, and the best of all models together: a mixture that is better than that
   * by more than the mixture costs does not exist.
   */
  private Stream<Candidate> candidates(List<Node> among) {
    List<String> models =
        among.stream()
            .flatMap(node -> node.gpus().stream())
            .filter(this::fits)
            .map(Gpu::name)
            .distinct()
            .toList();
    Stream<Predicate<Gpu>> oneModel =
        models.stream().map(model -> gpu -> fits(gpu) && gpu.name().equals(model));
    Stream<Predicate<Gpu>> anyModel = models.size() > 1 ? Stream.of(this::fits) : Stream.of();
    return Stream.concat(oneModel, anyModel).flatMap(wanted -> candidate(among, wanted).stream());
  }

  private boolean fits(Gpu gpu) {
    return gpu.kind() == request.kind();
  }

  private Optional<Candidate> candidate(List<Node> among, Predicate<Gpu> wanted) {
    List<NodeOffer> offers =
        among.stream()
            .map(node -> new NodeOffer(node, held, wanted, request))
            .filter(offer -> offer.freeGpus() > 0)
            .toList();
    return NodeSplit.best(offers, request).map(counts -> candidate(offers, counts));
  }

  private static Candidate candidate(List<NodeOffer> offers, int[] counts) {
    List<Candidate.Part> parts = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        NodeOffer offer = offers.get(i);
        parts.add(new Candidate.Part(offer.node(), offer.best(counts[i]).orElseThrow()));
      }
    }
    return Candidate.of(parts);
  }
}
