package org.gpurma.client.cli;

import java.util.Map;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.api.ApiException;
import org.gpurma.client.job.Job;
import org.gpurma.client.log.LogLine;
import org.gpurma.client.log.LogListener;
import org.gpurma.client.log.LogProperty;
import org.gpurma.client.log.LogQuery;

/** Shows a job as it goes: states and log lines, and at its end what came of it. */
final class JobFollower {

  private final GpuRmaClient client;
  private final LogPrinter log;
  private final JobPrinter printer;

  JobFollower(GpuRmaClient client, Console console) {
    this.client = client;
    this.log = new LogPrinter(console);
    this.printer = new JobPrinter(console, client);
  }

  /** Returns the exit code that tells how the job ended. */
  int follow(String id, Map<LogProperty, String> only) throws InterruptedException {
    try (StateWatch states = new StateWatch(client, id, printer)) {
      client.readLog(id, new LogQuery(only, true), new StatesThenLines(states, log));
      Job ended = states.finish();
      printer.outcome(ended);
      return ExitCode.of(ended.hasSucceeded());
    }
  }

  /** States stand before the lines they led to. */
  private record StatesThenLines(StateWatch states, LogListener lines) implements LogListener {

    @Override
    public void line(LogLine line) {
      states.before(line);
      lines.line(line);
    }

    @Override
    public void interrupted(ApiException cause) {
      lines.interrupted(cause);
    }

    @Override
    public void resumed() {
      lines.resumed();
    }
  }
}
