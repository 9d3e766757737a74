package org.gpurma.client.cli;

import org.gpurma.client.api.ProblemException;

/** The service found fault with a job spec. */
final class RefusedSpecException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final ProblemException refusal;

  RefusedSpecException(ProblemException refusal) {
    super(refusal.getMessage(), refusal);
    this.refusal = refusal;
  }

  ProblemException refusal() {
    return refusal;
  }
}
