package org.gpurma.client.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.job.Job;
import org.gpurma.client.job.JobArray;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What can be done with jobs that are there. */
final class JobCommands {

  private JobCommands() {}

  /** One thing done to each of the jobs that are named. */
  abstract static class OnJobs implements Callable<Integer> {

    @Mixin ServiceOption service;
    @Mixin JsonOption json;

    @Parameters(paramLabel = "JOB", arity = "1..*", description = "Ids of jobs.")
    List<String> jobs;

    private final List<Object> changed = new ArrayList<>();

    @Override
    public Integer call() {
      Console console = service.console();
      try (GpuRmaClient client = service.client()) {
        jobs.forEach(job -> run(job, client, console));
      } finally {
        // Also where a later one was refused.
        if (json.wanted) {
          JsonOption.print(console, changed);
        }
      }
      return ExitCode.SUCCEEDED;
    }

    abstract void run(String job, GpuRmaClient client, Console console);

    void say(Console console, Job job, String what) {
      changed.add(job);
      if (json.wanted) {
        return;
      }
      String state =
          console.styled(JobPrinter.style(job.status().state()), job.status().state().name());
      console.print("job " + job.id() + what + state);
    }

    void say(Console console, JobArray array) {
      changed.add(array);
      if (json.wanted) {
        return;
      }
      console.print("array " + array.id() + ": " + JobPrinter.states(array));
    }
  }

  @Command(name = "cancel", description = "End jobs.")
  static final class Cancel extends OnJobs {

    @Mixin ArrayOption array;

    @Override
    void run(String job, GpuRmaClient client, Console console) {
      if (array.wanted) {
        say(console, client.cancelArray(job));
        return;
      }
      Job cancelled = client.cancel(job);
      say(console, cancelled, cancelled.hasEnded() ? " is " : " is being cancelled; still ");
    }
  }

  @Command(name = "hold", description = "Keep jobs that wait from starting.")
  static final class Hold extends OnJobs {

    @Mixin ArrayOption array;

    @Override
    void run(String job, GpuRmaClient client, Console console) {
      if (array.wanted) {
        say(console, client.holdArray(job));
      } else {
        say(console, client.hold(job), " is held; ");
      }
    }
  }

  @Command(name = "release", description = "Let jobs start that were held.")
  static final class Release extends OnJobs {

    @Mixin ArrayOption array;

    @Override
    void run(String job, GpuRmaClient client, Console console) {
      if (array.wanted) {
        say(console, client.releaseArray(job));
      } else {
        say(console, client.release(job), " may start; ");
      }
    }
  }

  @Command(name = "retry", description = "Try jobs again that failed or were cancelled.")
  static final class Retry extends OnJobs {

    @Override
    void run(String job, GpuRmaClient client, Console console) {
      Job queued = client.retry(job);
      say(console, queued, " is tried again, attempt " + queued.status().attempt() + "; ");
    }
  }
}
