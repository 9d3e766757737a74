package org.gpurma.client.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.job.Job;
import org.gpurma.client.job.JobState;
import org.gpurma.client.job.JobSummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "wait",
    description = "Wait for the end of jobs; the exit code tells whether all succeeded.")
final class WaitCommand implements Callable<Integer> {

  private static final Duration PERIOD = Duration.ofMillis(500);

  @Mixin ServiceOption service;
  @Mixin JsonOption json;
  @Mixin ArrayOption array;

  @Parameters(paramLabel = "JOB", arity = "1..*", description = "Ids of jobs.")
  List<String> jobs;

  /** A job and how it ended. */
  record Ended(String id, JobState state) {}

  private final List<Ended> ended = new ArrayList<>();

  @Override
  public Integer call() throws InterruptedException {
    Console console = service.console();
    boolean succeeded = true;
    try (GpuRmaClient client = service.client()) {
      for (String job : jobs) {
        succeeded &= array.wanted ? array(job, client, console) : job(job, client, console);
      }
    }
    if (json.wanted) {
      JsonOption.print(console, ended);
    }
    return ExitCode.of(succeeded);
  }

  private boolean job(String id, GpuRmaClient client, Console console) throws InterruptedException {
    Job job = client.job(id);
    while (!job.hasEnded()) {
      Thread.sleep(PERIOD);
      job = Patience.ask(() -> client.job(id));
    }
    tell(console, id, job.status().state());
    return job.hasSucceeded();
  }

  private boolean array(String id, GpuRmaClient client, Console console)
      throws InterruptedException {
    List<JobSummary> members = client.array(id).jobs();
    while (!members.stream().allMatch(member -> member.status().state().hasEnded())) {
      Thread.sleep(PERIOD);
      members = Patience.ask(() -> client.array(id).jobs());
    }
    members.forEach(member -> tell(console, member.id(), member.status().state()));
    return members.stream().allMatch(member -> member.status().state() == JobState.SUCCEEDED);
  }

  private void tell(Console console, String id, JobState state) {
    ended.add(new Ended(id, state));
    if (json.wanted) {
      return;
    }
    console.print("job " + id + " " + console.styled(JobPrinter.style(state), state.name()));
  }
}
