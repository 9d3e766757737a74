package org.gpurma.service.lifecycle;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.jobspec.PlacementSpec;
import org.gpurma.service.jobspec.SpecError;
import org.gpurma.service.jobspec.Suggestion;
import org.gpurma.service.placement.Limits;

/** What a placement names is there. */
record PlacementCheck(List<Node> nodes) {
  private static final String PLACEMENT = "/placement";

  List<SpecError> check(PlacementSpec placement) {
    List<SpecError> errors = new ArrayList<>();
    for (int i = 0; i < placement.nodes().size(); i++) {
      checkNode(placement.nodes().get(i), PLACEMENT + "/nodes/" + i, errors);
    }
    Predicate<Node> allowed =
        node -> placement.nodes().isEmpty() || placement.nodes().contains(node.name());
    for (int i = 0; i < placement.gpus().size(); i++) {
      checkGpu(placement.gpus().get(i), allowed, PLACEMENT + "/gpus/" + i, errors);
    }
    checkCores(placement.cores(), allowed, PLACEMENT + "/cores", errors);
    for (int i = 0; i < placement.processes().size(); i++) {
      checkProcess(placement.processes().get(i), PLACEMENT + "/processes/" + i, errors);
    }
    return errors;
  }

  private void checkProcess(
      PlacementSpec.ProcessSpec process, String pointer, List<SpecError> errors) {
    if (process.node() == null && nodes.size() != 1) {
      errors.add(
          new SpecError(
              pointer + "/node", "is required, because this cluster has several: " + names()));
      return;
    }
    if (process.node() != null && !checkNode(process.node(), pointer + "/node", errors)) {
      return;
    }
    Predicate<Node> there =
        node -> process.node() == null || Objects.equals(node.name(), process.node());
    checkGpu(process.gpu(), there, pointer + "/gpu", errors);
    checkCores(process.cores(), there, pointer + "/cores", errors);
  }

  private String names() {
    return String.join(", ", nodes.stream().map(Node::name).toList());
  }

  private boolean checkNode(String name, String pointer, List<SpecError> errors) {
    List<String> known = nodes.stream().map(Node::name).toList();
    if (known.contains(name)) {
      return true;
    }
    errors.add(
        new SpecError(
            pointer,
            "is no node of this cluster: '"
                + name
                + "'"
                + Suggestion.didYouMean(name, known)
                + " (there are: "
                + names()
                + ")"));
    return false;
  }

  private void checkGpu(
      String name, Predicate<Node> allowed, String pointer, List<SpecError> errors) {
    boolean found =
        nodes.stream()
            .filter(allowed)
            .anyMatch(
                node -> node.gpus().stream().anyMatch(gpu -> Limits.isCalled(name, node, gpu)));
    if (!found) {
      List<String> uuids = nodes.stream().filter(allowed).flatMap(PlacementCheck::uuids).toList();
      int most =
          nodes.stream().filter(allowed).mapToInt(node -> node.gpus().size()).max().orElse(0);
      errors.add(
          new SpecError(
              pointer,
              "is no GPU there: '"
                  + name
                  + "'"
                  + Suggestion.didYouMean(name, uuids)
                  + (most == 0 ? "" : " (indexes are 0 to " + (most - 1) + ")")));
    }
  }

  private static Stream<String> uuids(Node node) {
    return node.gpus().stream().map(gpu -> gpu.uuid());
  }

  private void checkCores(
      String list, Predicate<Node> allowed, String pointer, List<SpecError> errors) {
    if (list == null) {
      return;
    }
    List<Integer> cpus;
    try {
      cpus = CpuList.parse(list);
    } catch (IllegalArgumentException e) {
      errors.add(new SpecError(pointer, e.getMessage()));
      return;
    }
    List<Node> candidates = nodes.stream().filter(allowed).toList();
    if (candidates.stream().noneMatch(node -> node.cores().containsAll(cpus))) {
      errors.add(
          new SpecError(
              pointer,
              "names CPUs that jobs may not use there; there are: "
                  + candidates.stream()
                      .map(node -> CpuList.format(node.cores()))
                      .distinct()
                      .collect(Collectors.joining("; "))));
    }
  }
}
