package org.gpurma.client.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.job.CheckReport;
import org.gpurma.client.job.CheckResult;
import org.gpurma.client.job.Job;
import org.gpurma.client.job.JobArray;
import org.gpurma.client.job.JobFailure;
import org.gpurma.client.job.JobOutput;
import org.gpurma.client.job.JobState;
import org.gpurma.client.job.Prediction;
import org.gpurma.client.job.RuntimeProcess;
import org.gpurma.client.job.Transition;
import org.gpurma.client.job.Waiting;

/** Writes a job for people to read. */
final class JobPrinter {

  private final Console console;
  private final GpuRmaClient client;

  JobPrinter(Console console, GpuRmaClient client) {
    this.console = console;
    this.client = client;
  }

  void accepted(Job job) {
    console.print(console.styled(Style.BOLD, "job " + job.id()) + "  " + client.page(job.id()));
  }

  void accepted(JobArray array) {
    console.print(
        console.styled(Style.BOLD, "array " + array.id())
            + "  %d jobs: %s".formatted(array.size(), states(array)));
  }

  /** E.g. 3 RUNNING, 5 QUEUED. */
  static String states(JobArray array) {
    return array.states().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(state -> state.getValue() + " " + state.getKey())
        .collect(Collectors.joining(", "));
  }

  void transition(Job job, Transition transition) {
    String reason = isBlank(transition.reason()) ? "" : "  " + transition.reason();
    String moment = Units.seconds(Duration.between(job.createdAt(), transition.at()));
    console.print(
        console.styled(Style.FAINT, "==>")
            + " "
            + state(transition.state())
            + console.styled(Style.FAINT, "  at " + moment + reason));
  }

  /** All there is to know of it. */
  void status(Job job) {
    accepted(job);
    job.status().transitions().forEach(transition -> transition(job, transition));
    if (job.status().waiting() != null) {
      waiting(job.status().waiting());
    }
    if (!job.status().command().isEmpty()) {
      console.print("command  " + String.join(" ", job.status().command()));
    }
    job.status().processes().forEach(this::process);
    if (job.prediction() != null) {
      prediction(job.prediction());
    }
    outcome(job);
  }

  /** All that is in its way. */
  void waiting(Waiting waiting) {
    console.print("waits, " + waiting.ahead() + " ahead of it");
    for (Waiting.Blocker blocker : waiting.blockers()) {
      console.print("  " + console.styled(Style.BOLD, blocker.kind()) + "  " + blocker.message());
    }
    if (waiting.earliestStart() != null) {
      console.print(
          "  starts %s at the earliest (%s)"
              .formatted(waiting.earliestStart().at(), waiting.earliestStart().certainty()));
    }
  }

  /** What its model says, beside what it measured. */
  void prediction(Prediction prediction) {
    Prediction.Source from = prediction.calibration();
    console.print(
        "model %s%s"
            .formatted(
                prediction.model(),
                from == null
                    ? ""
                    : ", calibrated on %d x %s %s ago"
                        .formatted(
                            from.gpus(),
                            from.gpu(),
                            Units.age(Duration.between(from.measuredAt(), Instant.now())))));
    for (Prediction.Row row : prediction.rows()) {
      String measured =
          row.measured() == null
              ? ""
              : String.format(
                  Locale.ROOT,
                  ", measured %.3g %s (%+.0f %%)",
                  row.measured(),
                  row.unit(),
                  100 * (row.predicted() / row.measured() - 1));
      console.print(
          "  %s: predicted %s"
              .formatted(
                  row.what(),
                  String.format(Locale.ROOT, "%.3g %s", row.predicted(), row.unit()) + measured));
    }
    if (!isBlank(prediction.message())) {
      console.print(console.harmless(prediction.message()).indent(2).stripTrailing());
    }
  }

  /** What came of it. */
  void outcome(Job job) {
    String since = Units.seconds(job.age(Instant.now()));
    Double kernel = job.status().kernelMillis();
    console.print(
        state(job.status().state())
            + (job.hasEnded() ? " after " : " since ")
            + since
            + (kernel == null ? "" : ", kernel " + Units.millis(kernel))
            + (isBlank(job.status().reason()) ? "" : ": " + job.status().reason()));
    if (job.status().failure() != null) {
      failure(job.status().failure());
    } else if (!isBlank(job.status().message())) {
      console.print(console.harmless(job.status().message()).indent(2).stripTrailing());
    }
    if (job.status().check() != null) {
      check(job.status().check());
    }
    job.status().outputs().forEach(output -> output(job, output));
  }

  static Style style(JobState state) {
    return switch (state) {
      case SUCCEEDED -> Style.GOOD;
      case FAILED -> Style.BAD;
      case CANCELLED, OTHER -> Style.BOLD;
      case QUEUED, COMPILING, STARTING, RUNNING, FINISHING -> Style.BUSY;
    };
  }

  private String state(JobState state) {
    return console.styled(style(state), state.name());
  }

  private void process(RuntimeProcess process) {
    console.print(
        "process %d  %s  %s  %s %s  cores %s"
            .formatted(
                process.index(),
                process.rankStart() == null
                    ? "not started"
                    : "pid %d  ranks %d-%d"
                        .formatted(
                            process.pid(),
                            process.rankStart(),
                            process.rankStart() + process.rankCount() - 1),
                process.node(),
                process.gpu(),
                Objects.requireNonNullElse(process.gpuName(), ""),
                isBlank(process.cores()) ? "any" : process.cores()));
  }

  private void failure(JobFailure failure) {
    List<String> where = new ArrayList<>();
    add(where, "rank", failure.rank());
    add(where, "process", failure.process());
    add(where, "node", failure.node());
    add(where, "GPU", failure.gpu());
    if (!isBlank(failure.file())) {
      where.add("at " + failure.file() + (failure.line() == null ? "" : ":" + failure.line()));
    }
    String place = where.isEmpty() ? "" : " (" + String.join(", ", where) + ")";
    console.print("  " + console.styled(Style.BAD, failure.kind()) + place);
    if (!isBlank(failure.message())) {
      console.print(console.harmless(failure.message()).indent(4).stripTrailing());
    }
  }

  private static void add(List<String> where, String what, Object value) {
    if (value != null && !value.toString().isBlank()) {
      where.add(what + " " + value);
    }
  }

  private void check(CheckReport check) {
    for (CheckResult result : check.results()) {
      String verdict =
          result.passed()
              ? console.styled(Style.GOOD, "passed")
              : console.styled(Style.BAD, "failed");
      console.print("  check %-8s %s  %s".formatted(result.kind(), verdict, result.detail()));
    }
  }

  private void output(Job job, JobOutput output) {
    console.print(
        "  output %s  %s  sha256 %s  %s"
            .formatted(
                output.name(),
                Units.bytes(output.bytes()),
                output.sha256(),
                client.output(job.id(), output.name())));
  }

  private static boolean isBlank(String text) {
    return text == null || text.isBlank();
  }
}
