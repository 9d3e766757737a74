package org.gpurma.client.log;

import org.gpurma.client.api.ApiException;

/** Takes a log's lines, each once and in order, on the thread that reads them. */
@FunctionalInterface
public interface LogListener {

  void line(LogLine line);

  /** The stream broke; it will be taken up again right behind the last line. */
  default void interrupted(ApiException cause) {}

  /** The stream goes on after an interruption. */
  default void resumed() {}
}
