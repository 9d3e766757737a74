package org.gpurma.service.job;

import java.util.stream.Stream;

/** Why a job failed, in one word that programs can rely on. */
public enum FailureReason {
  COMPILATION_FAILED("CompilationFailed"),
  LAUNCH_FAILED("LaunchFailed"),
  /** A rank or process reported why it ends the job. */
  PROGRAM_FAILED("ProgramFailed"),
  /** A process ended by itself, or was stopped or hung until nobody waited for it any more. */
  PROCESS_CRASHED("ProcessCrashed"),
  /** A machine that processes ran on is gone or cannot be reached. */
  NODE_LOST("NodeLost"),
  WALLTIME_EXCEEDED("WalltimeExceeded"),
  CHECK_FAILED("CheckFailed"),
  /** The processes were gone when the service came back, and had not finished. */
  LOST("Lost"),
  SERVICE_ERROR("ServiceError");

  private final String word;

  FailureReason(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }

  static FailureReason of(String word) {
    return Stream.of(values())
        .filter(reason -> reason.word.equals(word))
        .findFirst()
        .orElse(SERVICE_ERROR);
  }
}
