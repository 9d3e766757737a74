package org.gpurma.client.cli;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.job.JobEvent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "events", description = "Print a job's history, with the reason of everything.")
final class EventsCommand implements Callable<Integer> {

  @Mixin ServiceOption service;
  @Mixin JsonOption json;

  @Parameters(paramLabel = "JOB", description = "The job's id.")
  String job;

  @Override
  public Integer call() {
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      List<JobEvent> events = client.events(job);
      if (json.wanted) {
        JsonOption.print(console, events);
      } else {
        print(console, events);
      }
      return ExitCode.SUCCEEDED;
    }
  }

  private static void print(Console console, List<JobEvent> events) {
    var table = new Listing("TIME", "ATTEMPT", "EVENT", "STATE", "WHY");
    for (JobEvent event : events) {
      table.row(
          event.at(),
          event.attempt(),
          event.kind(),
          event.state() == null
              ? Listing.Cell.of("")
              : new Listing.Cell(event.state().name(), JobPrinter.style(event.state())),
          why(event));
    }
    table.print(console);
  }

  private static String why(JobEvent event) {
    return Stream.of(event.reason(), event.message())
        .filter(Objects::nonNull)
        .map(text -> text.lines().findFirst().orElse(""))
        .collect(Collectors.joining(": "));
  }
}
