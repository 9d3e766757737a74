package org.gpurma.model;

/** Measurements are not what a benchmark writes; the message says where. */
public final class BadMeasurementsException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public BadMeasurementsException(String message) {
    super(message);
  }

  public BadMeasurementsException(String message, Throwable cause) {
    super(message, cause);
  }
}
