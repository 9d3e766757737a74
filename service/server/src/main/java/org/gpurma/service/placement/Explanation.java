package org.gpurma.service.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.NodeTopology;
import org.gpurma.service.cluster.topology.Link;

/** Says in words what a placement is like. */
final class Explanation {
  private Explanation() {}

  static List<String> of(Candidate candidate) {
    List<String> sentences = new ArrayList<>();
    candidate.parts().forEach(part -> sentences.addAll(of(part)));
    sentences.add("cost: " + candidate.cost().describe());
    return sentences;
  }

  private static List<String> of(Candidate.Part part) {
    List<String> sentences = new ArrayList<>();
    String node = part.node().name();
    sentences.add(node + ": " + gpus(part));
    nics(part).ifPresent(text -> sentences.add(node + ": " + text));
    sentences.add(node + ": " + cores(part));
    return sentences;
  }

  /** E.g. "GPUs 2-3 of 8, PIX apart; 4 of 8 GPUs stay free". */
  private static String gpus(Candidate.Part part) {
    int[] gpus = part.choice().gpus();
    String which =
        (gpus.length == 1 ? "GPU " : "GPUs ")
            + CpuList.format(Arrays.stream(gpus).boxed().toList())
            + " of "
            + part.node().gpus().size();
    return gpus.length == 1 ? which : which + ", " + apart(part);
  }

  private static String apart(Candidate.Part part) {
    if (part.gpu(0).kind() == GpuKind.EMULATED) {
      return "in the memory of the node";
    }
    NodeTopology topology = part.node().topology();
    int[] gpus = part.choice().gpus();
    boolean allPeers =
        Arrays.stream(gpus)
            .allMatch(gpu -> Arrays.stream(gpus).allMatch(other -> topology.peer(gpu, other)));
    if (!allPeers) {
      return "some without access to each other's memory";
    }
    Link farthest =
        Arrays.stream(gpus)
            .boxed()
            .flatMap(
                gpu ->
                    Arrays.stream(gpus)
                        .filter(other -> other != gpu)
                        .mapToObj(other -> topology.link(gpu, other)))
            .max(Comparator.comparing(Link::kind))
            .orElseThrow();
    return "at most " + farthest.word() + " apart";
  }

  private static Optional<String> nics(Candidate.Part part) {
    NodeTopology topology = part.node().topology();
    if (topology.nics().isEmpty()) {
      return Optional.empty();
    }
    int[] gpus = part.choice().gpus();
    int[] nics = part.choice().nics();
    return Optional.of(
        IntStream.range(0, gpus.length)
            .mapToObj(
                i ->
                    "GPU %d uses %s, %s away"
                        .formatted(
                            gpus[i],
                            topology.nics().get(nics[i]),
                            topology.nicLink(gpus[i], nics[i]).word()))
            .collect(Collectors.joining("; ")));
  }

  private static String cores(Candidate.Part part) {
    int[] gpus = part.choice().gpus();
    return IntStream.range(0, gpus.length)
        .mapToObj(i -> cores(gpus[i], part.choice().cores().get(i)))
        .collect(Collectors.joining("; "));
  }

  private static String cores(int gpu, CoreGrant grant) {
    if (!grant.exclusive()) {
      return "GPU %d shares cores %s with others".formatted(gpu, CpuList.format(grant.cpus()));
    }
    return "GPU %d has cores %s%s%s"
        .formatted(
            gpu,
            CpuList.format(grant.cpus()),
            grant.near() ? " beside it" : ", not all beside it",
            grant.missing() > 0 ? ", " + grant.missing() + " fewer than its share" : "");
  }
}
