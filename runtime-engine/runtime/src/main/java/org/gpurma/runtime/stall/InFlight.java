package org.gpurma.runtime.stall;

import java.util.Optional;

/**
 * What the process has under way for its ranks. What the stall watch itself sends counts nowhere.
 */
public interface InFlight {

  /** As of now; empty where those who know have no time to say. Called by the watch alone. */
  Optional<Account> account();

  /**
   * Both halves are consistent, each for a moment during the call. A cause counts as done only
   * where its effects are counted: a command with the message that it sent, a message with the
   * pieces that it brought.
   */
  record Account(Departed departed, Arrived arrived) {

    boolean isIdle() {
      return departed.isIdle() && arrived.isIdle();
    }

    long messagesSent() {
      return departed.messagesSent() + arrived.messagesSent();
    }
  }
}
