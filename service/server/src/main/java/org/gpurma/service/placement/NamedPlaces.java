package org.gpurma.service.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.placement.Limits.NamedProcess;

/** Puts each process where its job says. */
record NamedPlaces(List<Node> nodes, Held held, PlacementRequest request) {

  private record Place(Node node, int gpu, List<Integer> cpus) {
    Gpu device() {
      return node.gpus().get(gpu);
    }
  }

  PlacementResult place() {
    List<Place> places = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    for (NamedProcess process : request.limits().processes()) {
      Optional<Place> place = find(process);
      if (place.isEmpty()) {
        reasons.add(
            "GPU %s of %s is not there, or its node is out of service"
                .formatted(process.gpu(), process.node().isEmpty() ? "the node" : process.node()));
      } else if (!isFree(place.get().device())) {
        reasons.add(
            "GPU %s of %s is held by another job"
                .formatted(process.gpu(), place.get().node().name()));
      }
      place.ifPresent(places::add);
    }
    return reasons.isEmpty() ? place(places) : new PlacementResult.NoRoom(reasons);
  }

  private Optional<Place> find(NamedProcess process) {
    return nodes.stream()
        .filter(process::isOn)
        .flatMap(
            node ->
                IntStream.range(0, node.gpus().size())
                    .filter(gpu -> Limits.isCalled(process.gpu(), node, node.gpus().get(gpu)))
                    .mapToObj(gpu -> new Place(node, gpu, process.cpus())))
        .findFirst();
  }

  private boolean isFree(Gpu gpu) {
    return gpu.usable() && gpu.kind() == request.kind() && !held.gpus().contains(gpu.uuid());
  }

  private PlacementResult place(List<Place> places) {
    Map<String, List<Place>> byNode = new LinkedHashMap<>();
    places.forEach(
        place -> byNode.computeIfAbsent(place.node().name(), _ -> new ArrayList<>()).add(place));
    List<Candidate.Part> parts = new ArrayList<>();
    for (List<Place> here : byNode.values()) {
      Node node = here.getFirst().node();
      Optional<NodeChoice> choice = choice(node, here);
      if (choice.isEmpty()) {
        return new PlacementResult.NoRoom(
            List.of(node.name() + ": cores that it names, or as many as it takes, are not free"));
      }
      parts.add(new Candidate.Part(node, choice.get()));
    }
    Candidate candidate = Candidate.of(parts);
    return new PlacementResult.Placed(
        new Placement(inOrder(candidate, places), candidate.cost(), Explanation.of(candidate)));
  }

  private Optional<NodeChoice> choice(Node node, List<Place> here) {
    Map<Integer, List<Integer>> named = new HashMap<>();
    here.stream()
        .filter(place -> !place.cpus().isEmpty())
        .forEach(place -> named.put(place.gpu(), place.cpus()));
    int[] gpus = here.stream().mapToInt(Place::gpu).distinct().sorted().toArray();
    return gpus.length < here.size()
        ? Optional.empty()
        : new NodeOffer(node, held, _ -> true, request).evaluate(gpus, named);
  }

  private static List<ProcessPlacement> inOrder(Candidate candidate, List<Place> places) {
    Map<String, ProcessPlacement> byGpu =
        candidate.processes().stream()
            .collect(Collectors.toMap(process -> process.gpu().uuid(), Function.identity()));
    return IntStream.range(0, places.size())
        .mapToObj(rank -> byGpu.get(places.get(rank).device().uuid()).as(rank))
        .toList();
  }
}
