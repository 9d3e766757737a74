package org.gpurma.runtime.failure;

/** Carries a failure to the place that reports it. */
public final class FailureException extends RuntimeException {

  private final transient Failure failure;

  public FailureException(Failure failure) {
    super(failure.message());
    this.failure = failure;
  }

  public FailureException(Failure failure, Throwable cause) {
    super(failure.message(), cause);
    this.failure = failure;
  }

  public Failure failure() {
    return failure;
  }
}
