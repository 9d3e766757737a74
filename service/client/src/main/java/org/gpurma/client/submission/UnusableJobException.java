package org.gpurma.client.submission;

/** The job's file or folder cannot be submitted as it is; the message says why and what to do. */
public final class UnusableJobException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public UnusableJobException(String message) {
    super(message);
  }

  public UnusableJobException(String message, Throwable cause) {
    super(message, cause);
  }
}
