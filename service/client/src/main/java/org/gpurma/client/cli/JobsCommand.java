package org.gpurma.client.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.job.Job;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "jobs", description = "List jobs, the newest first.")
final class JobsCommand implements Callable<Integer> {

  @Mixin ServiceOption service;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "At most so many; default: 20.")
  int limit;

  @Override
  public Integer call() {
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      List<Job> jobs = client.jobs(limit).items();
      if (jobs.isEmpty()) {
        console.remark("No jobs yet. Submit one: gpurma submit job-specs/hello-world/job.yaml");
      } else {
        table(console, new JobPrinter(console, client), jobs);
      }
      return ExitCode.SUCCEEDED;
    }
  }

  private static void table(Console console, JobPrinter printer, List<Job> jobs) {
    int idWidth = jobs.stream().mapToInt(job -> job.id().length()).max().orElse(0);
    int stateWidth =
        jobs.stream().mapToInt(job -> job.status().state().name().length()).max().orElse(0);
    String idColumn = "%-" + Math.max(idWidth, 3) + "s  ";
    console.print(
        console.styled(
            Style.BOLD, idColumn.formatted("JOB") + padded("STATE", stateWidth) + "  AGE"));
    Instant now = Instant.now();
    for (Job job : jobs) {
      String state = job.status().state().name();
      console.print(
          idColumn.formatted(job.id())
              + printer.state(job.status().state())
              + " ".repeat(stateWidth - state.length())
              + "  "
              + Units.age(Duration.between(job.createdAt(), now)));
    }
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
