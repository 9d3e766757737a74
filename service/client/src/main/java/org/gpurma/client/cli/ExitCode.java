package org.gpurma.client.cli;

/** What scripts may rely on. */
final class ExitCode {

  static final int SUCCEEDED = 0;
  static final int JOB_FAILED = 1;
  static final int USAGE = 2;
  static final int BAD_SPEC = 3;
  static final int SERVICE_UNREACHABLE = 4;
  static final int WRONG_STATE = 5;

  private ExitCode() {}

  static int of(boolean jobSucceeded) {
    return jobSucceeded ? SUCCEEDED : JOB_FAILED;
  }
}
