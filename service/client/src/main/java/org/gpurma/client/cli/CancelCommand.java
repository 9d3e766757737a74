package org.gpurma.client.cli;

import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.job.Job;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "cancel", description = "End a job.")
final class CancelCommand implements Callable<Integer> {

  @Mixin ServiceOption service;

  @Parameters(paramLabel = "JOB", description = "The job's id.")
  String job;

  @Override
  public Integer call() {
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      Job cancelled = client.cancel(job);
      String state = new JobPrinter(console, client).state(cancelled.status().state());
      console.print(
          cancelled.hasEnded()
              ? "job " + job + " is " + state
              : "job " + job + " is being cancelled; it is " + state + " still");
      return ExitCode.SUCCEEDED;
    }
  }
}
