package org.gpurma.client.api;

/** The service answered and refused. */
public final class ProblemException extends ApiException {

  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  public ProblemException(Problem problem) {
    super(problem.summary(), null);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }

  /** Whether the same request may succeed later: the trouble lies with the service. */
  public boolean isTransient() {
    return problem.status() >= 500 || problem.status() == 429;
  }
}
