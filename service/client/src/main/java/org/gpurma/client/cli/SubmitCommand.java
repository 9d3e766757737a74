package org.gpurma.client.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.job.Job;
import org.gpurma.client.job.JobArray;
import org.gpurma.client.job.Submitted;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

@Command(
    name = "submit",
    description = "Submit a job spec together with the files of its folder that it names.")
final class SubmitCommand implements Callable<Integer> {

  @Mixin ServiceOption service;
  @Mixin JsonOption json;
  @Mixin SpecFile spec;

  @Option(names = "--follow", description = "Show the job's log until its end.")
  boolean follow;

  @Option(names = "--hold", description = "Do not start it before it is released.")
  boolean hold;

  @Override
  public Integer call() throws InterruptedException {
    if (follow && (hold || json.wanted)) {
      throw new ParameterException(
          service.command.commandLine(), "--follow goes neither with --hold nor with --json");
    }
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      Submitted submitted = spec.accepted(submission -> client.submit(submission, hold));
      if (json.wanted) {
        JsonOption.print(console, submitted);
        return ExitCode.SUCCEEDED;
      }
      return switch (submitted) {
        case Job job -> accepted(job, client, console);
        case JobArray array -> accepted(array, client, console);
      };
    }
  }

  private int accepted(Job job, GpuRmaClient client, Console console) throws InterruptedException {
    new JobPrinter(console, client).accepted(job);
    return follow
        ? new JobFollower(client, console).follow(job.id(), Map.of())
        : ExitCode.SUCCEEDED;
  }

  private int accepted(JobArray array, GpuRmaClient client, Console console) {
    new JobPrinter(console, client).accepted(array);
    JobTable.print(console, array.jobs());
    if (follow) {
      console.remark(
          "An array has many logs; wait for its end with: gpurma wait --array " + array.id());
    }
    return ExitCode.SUCCEEDED;
  }
}
