package org.gpurma.runtime;

/** How a runtime process ends. */
enum ExitCode {
  SUCCESS(0),
  /** The run spec could not be read; nothing could be reported. */
  BAD_RUN_SPEC(2),
  /** The job failed, and the process at fault said why in a record. */
  FAILED(3),
  /** Asked to end by SIGTERM. */
  STOPPED(143);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
