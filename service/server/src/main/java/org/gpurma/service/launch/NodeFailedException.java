package org.gpurma.service.launch;

import java.io.IOException;

/** Something did not work on a node; the message names it. */
public final class NodeFailedException extends IOException {
  private final String node;

  NodeFailedException(String node, String why, Throwable cause) {
    super("node " + node + ": " + why, cause);
    this.node = node;
  }

  public String node() {
    return node;
  }
}
