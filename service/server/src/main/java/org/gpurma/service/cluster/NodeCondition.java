package org.gpurma.service.cluster;

/**
 * Whether processes can be started on a node now, as far as its probe tells.
 *
 * @param reason empty where it is ready
 */
public record NodeCondition(Kind kind, String reason) {
  public static final NodeCondition READY = new NodeCondition(Kind.READY, "");

  public enum Kind {
    READY,
    UNPROBED,
    /** It does not answer, or a job lost it. */
    UNREACHABLE,
    /** It answered, and what it said is not understood. */
    UNREADABLE
  }

  public boolean ready() {
    return kind == Kind.READY;
  }
}
