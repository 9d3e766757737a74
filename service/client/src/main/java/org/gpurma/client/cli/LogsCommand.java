package org.gpurma.client.cli;

import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.log.LogQuery;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
    name = "logs",
    description = "Print a job's log: its ranks, the compiler, the launcher, the service.")
final class LogsCommand implements Callable<Integer> {

  @Mixin ServiceOption service;

  @Parameters(paramLabel = "JOB", description = "The job's id.")
  String job;

  @Option(names = "--rank", paramLabel = "R", description = "Only the lines of this rank.")
  Integer rank;

  @Option(names = "--follow", description = "Go on until the job ends.")
  boolean follow;

  @Override
  public Integer call() {
    OptionalInt only = rank();
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      if (follow) {
        return new JobFollower(client, console).follow(job, only);
      }
      client.readLog(job, new LogQuery(only, false), new LogPrinter(console));
      return ExitCode.SUCCEEDED;
    }
  }

  private OptionalInt rank() {
    if (rank == null) {
      return OptionalInt.empty();
    }
    if (rank < 0) {
      throw new ParameterException(
          service.command.commandLine(), "--rank " + rank + ": ranks count from 0");
    }
    return OptionalInt.of(rank);
  }
}
