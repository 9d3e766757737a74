package org.gpurma.service.cluster;

import java.io.IOException;

/** Asks one node what it is made of. */
@FunctionalInterface
public interface NodeProbe {
  /**
   * What {@code gpurma-probe} prints there.
   *
   * @throws IOException with a message for people, where it cannot be run
   */
  String run() throws IOException, InterruptedException;
}
