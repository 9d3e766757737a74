package org.gpurma.client.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.cluster.NodeTopology;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "topology",
    description = "Print how GPUs, NICs and cores of the nodes are connected.")
final class TopologyCommand implements Callable<Integer> {

  @Mixin ServiceOption service;
  @Mixin JsonOption json;

  @Parameters(paramLabel = "NODE", arity = "0..1", description = "Only of this one.")
  String node;

  @Override
  public Integer call() {
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      List<NodeTopology> nodes =
          node == null ? client.topology().nodes() : List.of(client.topology(node));
      if (json.wanted) {
        JsonOption.print(console, nodes);
      } else {
        nodes.forEach(one -> print(console, one));
      }
      return ExitCode.SUCCEEDED;
    }
  }

  private static void print(Console console, NodeTopology node) {
    console.print(console.styled(Style.BOLD, node.name()) + "  " + node.condition());
    if (node.gpus().isEmpty()) {
      return;
    }
    List<String> nics = node.nicLinks().stream().map(NodeTopology.NicLink::nic).distinct().toList();
    Stream<String> columns =
        Stream.of(
                Stream.of("GPU"),
                node.gpus().stream().map(gpu -> Integer.toString(gpu.index())),
                nics.stream(),
                Stream.of("NUMA", "CPUS", "JOB"))
            .flatMap(names -> names);
    var table = new Listing(columns.toArray(String[]::new));
    for (NodeTopology.GpuPlace gpu : node.gpus()) {
      table.row(
          Stream.of(
                  Stream.of(Integer.toString(gpu.index())),
                  node.gpus().stream().map(other -> link(node, gpu, other)),
                  nics.stream().map(nic -> nicLink(node, gpu, nic)),
                  Stream.of(
                      Optional.ofNullable(gpu.numaNode()).map(Object::toString).orElse("-"),
                      gpu.nearCpus().isEmpty() ? "-" : gpu.nearCpus(),
                      Optional.ofNullable(gpu.heldBy()).orElse("-")))
              .flatMap(cells -> cells)
              .toArray());
    }
    table.print(console);
  }

  private static String link(
      NodeTopology node, NodeTopology.GpuPlace gpu, NodeTopology.GpuPlace other) {
    return gpu.index() == other.index()
        ? "X"
        : node.link(gpu.index(), other.index()).map(NodeTopology.GpuLink::word).orElse("-");
  }

  private static String nicLink(NodeTopology node, NodeTopology.GpuPlace gpu, String nic) {
    return node.nicLink(gpu.index(), nic).map(NodeTopology.NicLink::word).orElse("-");
  }
}
