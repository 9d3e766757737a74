package org.gpurma.runtime.stall;

import java.util.Collections;
import java.util.Optional;

/** An engine that has so much under way as the test says. */
final class FakeInFlight implements InFlight {

  private final int ranks;
  long messagesSent;
  long messagesHandled;
  int entriesDone;
  int piecesWritten;
  boolean isIdle = true;
  boolean answers = true;
  int asked;

  FakeInFlight(int ranks) {
    this.ranks = ranks;
  }

  @Override
  public Optional<Account> account() {
    asked++;
    return answers
        ? Optional.of(
            new Account(
                new Departed(isIdle, messagesSent, Collections.nCopies(ranks, entriesDone)),
                new Arrived(true, 0, messagesHandled, Collections.nCopies(ranks, piecesWritten))))
        : Optional.empty();
  }
}
