package org.gpurma.service.lifecycle;

/** The service stops: the attempt is let go as it is, and found again by the next start. */
final class DetachedException extends RuntimeException {
  DetachedException() {
    super("the service stops", null, false, false);
  }
}
