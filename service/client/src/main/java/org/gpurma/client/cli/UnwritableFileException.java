package org.gpurma.client.cli;

/** A file that a command was told to write; the message names it. */
final class UnwritableFileException extends RuntimeException {

  private static final long serialVersionUID = 1;

  UnwritableFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
