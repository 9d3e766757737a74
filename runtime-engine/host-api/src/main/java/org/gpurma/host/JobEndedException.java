package org.gpurma.host;

/**
 * The job ended before the kernel did: a rank failed, another process failed, or somebody stopped
 * it. Why is in the job's status. There is nothing left to do but to return; need not be caught.
 */
public final class JobEndedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public JobEndedException() {
    super("the job ended before its kernel did; why is in the job's status");
  }
}
