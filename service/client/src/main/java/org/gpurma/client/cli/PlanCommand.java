package org.gpurma.client.cli;

import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.job.JobPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "plan",
    description = "Print what a submission would come to: where it would run, why, and how.")
final class PlanCommand implements Callable<Integer> {

  @Mixin ServiceOption service;
  @Mixin JsonOption json;
  @Mixin SpecFile spec;

  @Override
  public Integer call() {
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      JobPlan plan = spec.accepted(client::plan);
      if (json.wanted) {
        JsonOption.print(console, plan);
      } else {
        print(console, client, plan);
      }
      return ExitCode.SUCCEEDED;
    }
  }

  private static void print(Console console, GpuRmaClient client, JobPlan plan) {
    String jobs = plan.jobs() == 1 ? "1 job" : plan.jobs() + " jobs, an array; of the first";
    console.print(
        console.styled(Style.BOLD, jobs)
            + (plan.startsNow() ? ": would start at once" : ": would wait"));
    if (plan.waiting() != null && !plan.startsNow()) {
      new JobPrinter(console, client).waiting(plan.waiting());
    }
    if (plan.prediction() != null) {
      new JobPrinter(console, client).prediction(plan.prediction());
    }
    if (plan.processes().isEmpty()) {
      return;
    }
    var table = new Listing("PROCESS", "NODE", "GPU", "MODEL", "CORES", "NIC");
    for (JobPlan.Process process : plan.processes()) {
      table.row(
          process.index(),
          process.node(),
          process.gpu(),
          process.gpuName(),
          process.cores().isEmpty() ? "any" : process.cores(),
          process.nic().isEmpty() ? "-" : process.nic());
    }
    table.print(console);
    plan.explanation().forEach(sentence -> console.print("  " + sentence));
    plan.environment().forEach((name, value) -> console.print("env      " + name + "=" + value));
    console.print("command  " + String.join(" ", plan.command()));
  }
}
