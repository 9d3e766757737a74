package org.gpurma.runtime.failure;

import java.util.OptionalInt;

/** Why a process ends the job. Ranks are ranks in WORLD; empty where no single rank is at fault. */
public sealed interface Failure {

  OptionalInt rank();

  String message();

  /** The whole story in one line, for a terminal. */
  default String describe() {
    String prefix = rank().isPresent() ? "rank %d".formatted(rank().getAsInt()) : "";
    return prefix.isEmpty() || message().startsWith(prefix) ? message() : prefix + ": " + message();
  }

  record AssertionFailed(OptionalInt rank, String file, int line, String expression)
      implements Failure {
    @Override
    public String message() {
      return "assertion failed: " + expression;
    }

    @Override
    public String describe() {
      return "%s (%s:%d)".formatted(Failure.super.describe(), file, line);
    }
  }

  record IllegalAddress(OptionalInt rank, String message) implements Failure {}

  record DeviceError(OptionalInt rank, String message) implements Failure {}

  record WindowMisuse(OptionalInt rank, String message) implements Failure {}

  record NotificationOverflow(OptionalInt rank, String message) implements Failure {}

  record ApiMisuse(OptionalInt rank, String message) implements Failure {}

  record NetworkError(String message) implements OfProcess {}

  record OutOfMemory(String message) implements OfProcess {}

  record BadRunSpec(String message) implements OfProcess {}

  record PlacementMismatch(String message) implements OfProcess {}

  record RuntimeError(String message) implements OfProcess {}

  /**
   * The job's host program threw.
   *
   * @param message the exception, and below it a line for each of the program's own frames
   * @param file of the first of them; empty where the program was not even entered
   */
  record HostProgramFailed(String message, String file, int line) implements OfProcess {

    /** Before the program was entered. */
    public HostProgramFailed(String message) {
      this(message, "", 0);
    }

    @Override
    public String describe() {
      String what = "the host program failed: " + message.lines().findFirst().orElse("");
      return file.isEmpty() ? what : "%s (%s:%d)".formatted(what, file, line);
    }
  }

  /** All ranks of the job wait for each other. */
  record Deadlock(String message) implements OfProcess {}

  /** A failure of no single rank. */
  sealed interface OfProcess extends Failure {
    @Override
    default OptionalInt rank() {
      return OptionalInt.empty();
    }
  }
}
