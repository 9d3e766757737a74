package org.gpurma.service.lifecycle;

import java.util.Optional;
import org.gpurma.service.job.FailureInfo;
import org.gpurma.service.job.FailureReason;
import org.gpurma.service.job.JobState;
import org.gpurma.service.launch.LaunchExit;

/**
 * Decides how an attempt ended, before its results are checked. A pure function of what was seen.
 *
 * @param failure the first reported one, or null
 * @param crash what mpirun said of a process that ended by itself, or null
 * @param launcherOutput what mpirun and the processes printed
 */
record Verdict(
    EndCause cause,
    LaunchExit exit,
    FailureInfo failure,
    FailureInfo crash,
    boolean allSucceeded,
    boolean anyStarted,
    String walltime,
    String launcherOutput) {
  private static final int SHOWN = 2000;

  /** Empty: it ran well, and its results decide. */
  Optional<JobState> endState() {
    return switch (cause) {
      case CANCEL -> Optional.of(new JobState.Cancelled("cancelled while it ran"));
      case WALLTIME ->
          failed(
              FailureReason.WALLTIME_EXCEEDED,
              "it did not end within its walltime of "
                  + walltime
                  + "; raise walltime in the job spec");
      case NODE_LOST -> failed(FailureReason.NODE_LOST, failure.message());
      case PROCESS_SILENT -> failed(FailureReason.PROCESS_CRASHED, Failures.describe(failure));
      case FAILURE, BY_ITSELF -> failure != null ? programFailed() : withoutReport();
    };
  }

  private Optional<JobState> programFailed() {
    return failed(FailureReason.PROGRAM_FAILED, Failures.describe(failure));
  }

  private Optional<JobState> withoutReport() {
    if (allSucceeded && (exit.successful() || exit.code().isEmpty())) {
      return Optional.empty();
    }
    if (crash != null && crash.process() != null) {
      return failed(FailureReason.PROCESS_CRASHED, Failures.describe(crash));
    }
    if (exit.code().isEmpty()) {
      return failed(
          FailureReason.LOST,
          "its processes are gone and left no exit code; what they logged is here");
    }
    if (!anyStarted) {
      return failed(
          FailureReason.LAUNCH_FAILED,
          "mpirun ended with code "
              + exit.code().getAsInt()
              + " before any process started\n"
              + tail());
    }
    return failed(
        FailureReason.PROCESS_CRASHED,
        "mpirun ended with code "
            + exit.code().getAsInt()
            + signal(exit.code().getAsInt())
            + (allSucceeded
                ? " after every process had finished\n"
                : " before every process had finished\n")
            + tail());
  }

  /** A shell reports a process that a signal ended as 128 and the signal's number. */
  private static String signal(int code) {
    return code > 128 && code < 160 ? " (signal " + (code - 128) + ")" : "";
  }

  private static Optional<JobState> failed(FailureReason reason, String message) {
    return Optional.of(new JobState.Failed(reason, message.strip()));
  }

  private String tail() {
    return launcherOutput.substring(Math.max(0, launcherOutput.length() - SHOWN));
  }
}
