package org.gpurma.service.joblog;

/** Takes lines one by one. */
@FunctionalInterface
public interface LineSink {
  /** The line is what it is during the call only. */
  void take(LineView line);
}
