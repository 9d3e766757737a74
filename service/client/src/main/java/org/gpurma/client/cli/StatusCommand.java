package org.gpurma.client.cli;

import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.job.Job;
import org.gpurma.client.job.JobArray;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "status",
    description = "Print what is known of a job: states, why it waits, processes, checks, outputs.")
final class StatusCommand implements Callable<Integer> {

  @Mixin ServiceOption service;
  @Mixin JsonOption json;
  @Mixin ArrayOption array;

  @Parameters(paramLabel = "JOB", description = "The job's id.")
  String job;

  @Override
  public Integer call() {
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      if (array.wanted) {
        print(console, client, client.array(job));
      } else {
        print(console, client, client.job(job));
      }
      return ExitCode.SUCCEEDED;
    }
  }

  private void print(Console console, GpuRmaClient client, Job found) {
    if (json.wanted) {
      JsonOption.print(console, found);
    } else {
      new JobPrinter(console, client).status(found);
    }
  }

  private void print(Console console, GpuRmaClient client, JobArray found) {
    if (json.wanted) {
      JsonOption.print(console, found);
    } else {
      new JobPrinter(console, client).accepted(found);
      JobTable.print(console, found.jobs());
    }
  }
}
