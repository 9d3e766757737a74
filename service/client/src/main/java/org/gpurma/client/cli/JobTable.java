package org.gpurma.client.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.gpurma.client.job.JobSummary;

/** Jobs, a line each. */
final class JobTable {

  private JobTable() {}

  static void print(Console console, List<JobSummary> jobs) {
    var table = new Listing("JOB", "STATE", "PROJECT", "GPUS", "AGE", "RAN", "REASON");
    Instant now = Instant.now();
    for (JobSummary job : jobs) {
      JobSummary.Status status = job.status();
      table.row(
          job.id(),
          new Listing.Cell(status.state().name(), JobPrinter.style(status.state())),
          job.project(),
          job.gpus(),
          Units.age(Duration.between(job.createdAt(), now)),
          ran(status, now),
          status.held() ? "held" : Objects.requireNonNullElse(status.reason(), ""));
    }
    table.print(console);
  }

  private static String ran(JobSummary.Status status, Instant now) {
    return status.beganAt() == null
        ? "-"
        : Units.age(
            Duration.between(status.beganAt(), Objects.requireNonNullElse(status.endedAt(), now)));
  }
}
