package org.gpurma.service.cluster;

/** How processes are started on a node. */
public sealed interface Reach {
  Reach LOCAL = new Local();

  /** On the machine that the service runs on. */
  record Local() implements Reach {}

  /**
   * Over ssh.
   *
   * @param target what ssh takes: a host, an address, {@code user@host}
   */
  record Ssh(String target) implements Reach {
    /** The target without a user: what network libraries take. */
    public String host() {
      return target.substring(target.indexOf('@') + 1);
    }
  }
}
