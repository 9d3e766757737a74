package org.gpurma.service.jobspec;

/** A body that is not YAML or JSON at all, or uses what a job spec may not. */
public final class UnreadableJobSpecException extends RuntimeException {
  public UnreadableJobSpecException(String message) {
    super(message);
  }

  public UnreadableJobSpecException(String message, Throwable cause) {
    super(message, cause);
  }
}
