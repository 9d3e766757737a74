package org.gpurma.client.cli;

import java.io.PrintWriter;
import java.net.HttpURLConnection;
import org.gpurma.client.api.FieldError;
import org.gpurma.client.api.Problem;
import org.gpurma.client.api.ProblemException;
import org.gpurma.client.api.UnreachableException;
import org.gpurma.client.submission.UnusableJobException;
import org.gpurma.model.BadMeasurementsException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Says what went wrong in words, and what to do, and picks the exit code. */
final class Failures implements IExecutionExceptionHandler {

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine commandLine, ParseResult parsed) throws Exception {
    PrintWriter err = commandLine.getErr();
    return switch (failure) {
      case RefusedSpecException refused -> {
        print(err, refused.refusal().problem());
        yield ExitCode.BAD_SPEC;
      }
      case UnusableJobException unusable -> {
        err.println(unusable.getMessage());
        yield ExitCode.BAD_SPEC;
      }
      case ProblemException refused -> {
        print(err, refused.problem());
        yield exitCode(refused.problem().status());
      }
      case BadMeasurementsException unreadable -> {
        err.println(unreadable.getMessage());
        yield ExitCode.USAGE;
      }
      case UnwritableFileException unwritable -> {
        err.println(unwritable.getMessage());
        yield ExitCode.USAGE;
      }
      case UnreachableException unreachable -> {
        err.println(unreachable.getMessage() + ".");
        err.println("Start one with: ./gpurma serve   (or name another: --server URL)");
        yield ExitCode.SERVICE_UNREACHABLE;
      }
      default -> throw failure;
    };
  }

  private static int exitCode(int status) {
    if (status == HttpURLConnection.HTTP_CONFLICT) {
      return ExitCode.WRONG_STATE;
    }
    return status / 100 == 4 ? ExitCode.USAGE : ExitCode.SERVICE_UNREACHABLE;
  }

  private static void print(PrintWriter err, Problem problem) {
    // The errors say it all where there are any; the detail then only counts or repeats them.
    err.println(problem.errors().isEmpty() ? problem.summary() : problem.title() + ":");
    for (FieldError error : problem.errors()) {
      err.println(
          "  "
              + (error.pointer().isEmpty() ? "(whole spec)" : error.pointer())
              + ": "
              + error.message());
    }
  }
}
