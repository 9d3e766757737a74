package org.gpurma.service.joblog;

import java.io.IOException;

/** Lines of a log that pass a filter, one after the other. */
public interface LineSource extends AutoCloseable {
  /**
   * Hands out the next lines that are there, and returns how many.
   *
   * @param last the last line that is wanted, by its cursor
   */
  int next(int atMost, long last, LineSink sink) throws IOException;

  /** The last line looked at, whether the filter let it through or not. */
  long cursor();

  @Override
  void close() throws IOException;
}
