package org.gpurma.client.bench;

/** A file does not hold what a benchmark writes; the message says where. */
public final class BadMeasurementsException extends RuntimeException {

  private static final long serialVersionUID = 1;

  BadMeasurementsException(String message) {
    super(message);
  }

  BadMeasurementsException(String message, Throwable cause) {
    super(message, cause);
  }
}
