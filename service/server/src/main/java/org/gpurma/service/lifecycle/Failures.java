package org.gpurma.service.lifecycle;

import java.util.List;
import org.gpurma.service.job.FailureInfo;
import org.gpurma.service.job.ProcessInfo;
import org.gpurma.service.launch.MpirunReport;
import org.gpurma.wire.Failure;
import org.gpurma.wire.FailureKind;

/** Puts failures, reported or observed, into the words that users read. */
final class Failures {
  private Failures() {}

  static FailureInfo reported(int process, Failure failure, List<ProcessInfo> processes) {
    if (isOfAll(failure)) {
      // The process that says so found it only.
      return new FailureInfo(
          failure.getKind().name(), null, null, null, null, null, null, failure.getMessage());
    }
    ProcessInfo where = processes.get(process);
    return new FailureInfo(
        failure.getKind().name(),
        failure.hasRank() ? Integer.toUnsignedLong(failure.getRank()) : null,
        process,
        where.node(),
        where.gpu(),
        failure.getFile().isEmpty() ? null : failure.getFile(),
        failure.getLine() == 0 ? null : failure.getLine(),
        failure.getMessage());
  }

  /** Ranks that wait for each other, or that have called collectives that do not match. */
  private static boolean isOfAll(Failure failure) {
    return failure.getKind() == FailureKind.DEADLOCK
        || (failure.getKind() == FailureKind.API_MISUSE && !failure.hasRank());
  }

  static FailureInfo crashed(MpirunReport report, List<ProcessInfo> processes) {
    return switch (report) {
      case MpirunReport.KilledBySignal killed ->
          of(
              killed.process(),
              processes,
              "ended by signal " + killed.signal() + " (" + killed.name() + ")");
      case MpirunReport.ExitedWith exited ->
          of(exited.process(), processes, "ended with exit code " + exited.code());
      case MpirunReport.CouldNotStart start ->
          new FailureInfo(
              "LAUNCH", null, null, null, null, null, null, "cannot start " + start.executable());
    };
  }

  private static FailureInfo of(int process, List<ProcessInfo> processes, String message) {
    boolean known = process < processes.size();
    return new FailureInfo(
        "CRASH",
        null,
        process,
        known ? processes.get(process).node() : null,
        known ? processes.get(process).gpu() : null,
        null,
        null,
        message);
  }

  /** E.g. "rank 3, process 0 on vm, GPU emulated-0, kernel.cu:12: x == 1 does not hold". */
  static String describe(FailureInfo failure) {
    var text = new StringBuilder();
    if (failure.rank() != null) {
      text.append("rank ").append(failure.rank()).append(", ");
    }
    if (failure.process() != null) {
      text.append("process ").append(failure.process());
      text.append(failure.node() == null ? "" : " on " + failure.node());
      text.append(failure.gpu() == null ? "" : ", GPU " + failure.gpu());
    }
    if (failure.file() != null) {
      text.append(", ").append(failure.file()).append(':').append(failure.line());
    }
    return text.append(text.isEmpty() ? "" : ": ").append(failure.message()).toString();
  }
}
