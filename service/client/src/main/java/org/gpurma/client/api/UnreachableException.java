package org.gpurma.client.api;

import java.net.URI;

/** No answer: nothing listens there, or the connection broke. */
public final class UnreachableException extends ApiException {

  private static final long serialVersionUID = 1;

  private final URI service;

  public UnreachableException(URI service, Throwable cause) {
    super("No job service answers at " + service, cause);
    this.service = service;
  }

  public URI service() {
    return service;
  }
}
