package org.gpurma.client.api;

/** A request that brought no result. */
public abstract sealed class ApiException extends RuntimeException
    permits ProblemException, UnreachableException {

  private static final long serialVersionUID = 1;

  ApiException(String message, Throwable cause) {
    super(message, cause);
  }
}
