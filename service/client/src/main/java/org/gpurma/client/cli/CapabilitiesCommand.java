package org.gpurma.client.cli;

import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.cluster.Capabilities;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "capabilities",
    description = "Print what the service can do: versions, launchers, backends, limits.")
final class CapabilitiesCommand implements Callable<Integer> {

  @Mixin ServiceOption service;
  @Mixin JsonOption json;

  @Override
  public Integer call() {
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      Capabilities can = client.capabilities();
      if (json.wanted) {
        JsonOption.print(console, can);
      } else {
        print(console, can);
      }
      return ExitCode.SUCCEEDED;
    }
  }

  private static void print(Console console, Capabilities can) {
    var table = new Listing("WHAT", "IS");
    can.versions().forEach((name, version) -> table.row("version of " + name, version));
    table.row("launchers", String.join(", ", can.launchers()));
    table.row("backends", String.join(", ", can.backends()));
    printOpenMpi(table, can.openMpi());
    can.compilers()
        .forEach(
            compiler ->
                table.row(
                    "compiler, " + compiler.backend(),
                    compiler.version() == null
                        ? compiler.command() + " cannot be run"
                        : compiler.version()));
    can.policies().forEach((field, words) -> table.row(field, String.join(", ", words)));
    table.row("keys", can.keysNeeded() ? "needed" : "not needed");
    table.row("allowed", String.join(", ", can.verbs()));
    can.limits().forEach(table::row);
    can.links().forEach(table::row);
    table.print(console);
  }

  private static void printOpenMpi(Listing table, Capabilities.OpenMpi openMpi) {
    if (openMpi == null) {
      table.row("Open MPI", "not found");
      return;
    }
    table.row("Open MPI", openMpi.version());
    table.row("Open MPI's pml", String.join(", ", openMpi.pmls()));
    table.row("Open MPI's btl", String.join(", ", openMpi.transports()));
    if (!openMpi.accelerators().isEmpty()) {
      table.row("Open MPI's accelerator", String.join(", ", openMpi.accelerators()));
    }
    table.row(
        "Open MPI's GPUDirect parameters",
        openMpi.gpuDirect().isEmpty() ? "none" : String.join(", ", openMpi.gpuDirect()));
  }
}
