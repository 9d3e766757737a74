package org.gpurma.client.cli;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.cluster.ClusterGpu;
import org.gpurma.client.cluster.ClusterNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The cluster, and taking nodes out of use. */
final class NodeCommands {

  private NodeCommands() {}

  private static void print(Console console, JsonOption json, List<ClusterNode> nodes) {
    if (json.wanted) {
      JsonOption.print(console, nodes);
      return;
    }
    var table = new Listing("NODE", "STATE", "GPUS", "FREE", "CORES", "MODEL", "WHY NOT");
    for (ClusterNode node : nodes) {
      table.row(
          node.name(),
          state(node),
          node.gpus().size(),
          node.freeGpus(),
          node.cores().size(),
          node.gpus().stream().map(ClusterGpu::name).distinct().collect(Collectors.joining(", ")),
          Objects.requireNonNullElse(node.reason(), ""));
    }
    table.print(console);
  }

  private static Listing.Cell state(ClusterNode node) {
    if (node.drainedSince() != null) {
      return new Listing.Cell("DRAINED", Style.BOLD);
    }
    return new Listing.Cell(node.condition(), node.schedulable() ? Style.GOOD : Style.BAD);
  }

  @Command(name = "nodes", description = "List the nodes, their GPUs and what of them is free.")
  static final class Nodes implements Callable<Integer> {

    @Mixin ServiceOption service;
    @Mixin JsonOption json;

    @Override
    public Integer call() {
      Console console = service.console();
      try (GpuRmaClient client = service.client()) {
        print(console, json, client.cluster().nodes());
        return ExitCode.SUCCEEDED;
      }
    }
  }

  @Command(name = "drain", description = "Take a node out of use; jobs that run there go on.")
  static final class Drain implements Callable<Integer> {

    @Mixin ServiceOption service;
    @Mixin JsonOption json;

    @Parameters(paramLabel = "NODE", description = "Its name.")
    String node;

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        defaultValue = "",
        description = "Why, for others to read.")
    String reason;

    @Override
    public Integer call() {
      try (GpuRmaClient client = service.client()) {
        print(service.console(), json, List.of(client.drain(node, reason)));
        return ExitCode.SUCCEEDED;
      }
    }
  }

  @Command(name = "resume", description = "Put a drained node back into use.")
  static final class Resume implements Callable<Integer> {

    @Mixin ServiceOption service;
    @Mixin JsonOption json;

    @Parameters(paramLabel = "NODE", description = "Its name.")
    String node;

    @Override
    public Integer call() {
      try (GpuRmaClient client = service.client()) {
        print(service.console(), json, List.of(client.resume(node)));
        return ExitCode.SUCCEEDED;
      }
    }
  }
}
