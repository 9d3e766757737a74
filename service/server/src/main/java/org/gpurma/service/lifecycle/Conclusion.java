package org.gpurma.service.lifecycle;

import java.io.IOException;
import java.util.Optional;
import org.gpurma.service.check.Checker;
import org.gpurma.service.job.CheckReport;
import org.gpurma.service.job.FailureInfo;
import org.gpurma.service.job.FailureReason;
import org.gpurma.service.job.JobState;
import org.gpurma.service.launch.LaunchExit;
import org.gpurma.service.launch.MpirunReport;
import org.gpurma.service.metrics.LaunchMetrics;
import org.gpurma.service.results.Results;

/** What comes of an attempt whose processes are gone: its results, its checks, why it failed. */
final class Conclusion {
  private final AttemptWork work;
  private final AttemptTools tools;
  private final AttemptProgress progress;
  private final LauncherOutput launcherOutput;

  Conclusion(
      AttemptWork work,
      AttemptTools tools,
      AttemptProgress progress,
      LauncherOutput launcherOutput) {
    this.work = work;
    this.tools = tools;
    this.progress = progress;
    this.launcherOutput = launcherOutput;
  }

  /** The state the job ends in; what is known of its end is stored. */
  JobState of(EndCause cause, LaunchExit exit) throws IOException {
    progress.timings().forEach(work::say);
    FailureInfo crash = crash(exit);
    var verdict =
        new Verdict(
            cause,
            exit,
            progress.failure(),
            crash,
            progress.allSucceeded(),
            progress.anyStarted(),
            work.spec().walltime(),
            launcherOutput.tail());
    Optional<CheckReport.Result> results = collectResults();
    tools
        .attempts()
        .finished(
            work.id(),
            progress.kernelMillis(),
            Outputs.describe(
                Outputs.names(work.spec(), work.processes()), work.folder().outputs()));
    Optional<JobState> end = verdict.endState();
    if (end.isPresent() && FailureReason.LAUNCH_FAILED.word().equals(end.get().reason())) {
      tools.launchMetrics().failed(LaunchMetrics.Failure.PROCESSES);
    }
    if (end.isPresent()) {
      if (crash != null && cause == EndCause.BY_ITSELF && progress.failure() == null) {
        tools.attempts().failed(work.id(), crash);
      }
      return end.get();
    }
    return check(results);
  }

  /**
   * Also of a job that failed: what it measured up to then counts for whoever looks for the cause.
   */
  private Optional<CheckReport.Result> collectResults() throws IOException {
    return work.spec().results() == null
        ? Optional.empty()
        : Optional.of(
            Results.collect(
                work.spec().results(),
                work.spec().program().model(),
                work.log(),
                work.folder().outputs()));
  }

  private FailureInfo crash(LaunchExit exit) {
    return exit.successful()
        ? null
        : MpirunReport.parse(launcherOutput.tail())
            .map(report -> Failures.crashed(report, progress.processes()))
            .orElse(null);
  }

  private JobState check(Optional<CheckReport.Result> results) throws IOException {
    CheckReport report =
        new Checker(work.folder(), work.log(), progress.ranks())
            .run(work.spec().check())
            .with(results);
    if (!report.results().isEmpty()) {
      tools.attempts().checked(work.id(), report);
    }
    for (CheckReport.Result result : report.results()) {
      work.say(
          "check " + result.kind() + (result.passed() ? " holds: " : " FAILS: ") + result.detail());
    }
    if (!report.passed()) {
      return new JobState.Failed(FailureReason.CHECK_FAILED, firstFailure(report));
    }
    tools
        .predictions()
        .measured(work.id(), work.spec(), work.placements(), work.folder().outputs())
        .ifPresent(work::say);
    return new JobState.Succeeded();
  }

  private static String firstFailure(CheckReport report) {
    return report.results().stream()
        .filter(result -> !result.passed())
        .map(CheckReport.Result::detail)
        .findFirst()
        .orElseThrow();
  }
}
