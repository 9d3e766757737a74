package org.gpurma.service;

import java.sql.SQLException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Says in two lines why a service did not start whose database another one has. */
final class DatabaseInUse implements FailureAnalyzer {
  /** H2's DATABASE_ALREADY_OPEN_1. */
  private static final int FILE_IS_LOCKED = 90020;

  /** Another service has claimed the database of a server. */
  static final class ClaimedException extends RuntimeException {
    ClaimedException() {
      super("another service uses the database of spring.datasource.url");
    }
  }

  @Override
  public FailureAnalysis analyze(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ClaimedException claimed) {
        return new FailureAnalysis(
            claimed.getMessage(), "Stop it first, or give this one a database of its own.", cause);
      }
      if (cause instanceof SQLException sql && sql.getErrorCode() == FILE_IS_LOCKED) {
        return new FailureAnalysis(
            "another service uses the data folder",
            "Stop it first, or give this one a folder of its own (gpurma.data-dir).",
            cause);
      }
    }
    return null;
  }
}
