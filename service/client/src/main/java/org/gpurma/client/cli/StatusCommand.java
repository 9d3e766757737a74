package org.gpurma.client.cli;

import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "status",
    description = "Print what is known of a job: states, processes, checks, outputs.")
final class StatusCommand implements Callable<Integer> {

  @Mixin ServiceOption service;

  @Parameters(paramLabel = "JOB", description = "The job's id.")
  String job;

  @Override
  public Integer call() {
    try (GpuRmaClient client = service.client()) {
      new JobPrinter(service.console(), client).status(client.job(job));
      return ExitCode.SUCCEEDED;
    }
  }
}
