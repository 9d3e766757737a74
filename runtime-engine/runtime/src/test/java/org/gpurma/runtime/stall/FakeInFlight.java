package org.gpurma.runtime.stall;

/** An engine that has so much under way as the test says. */
final class FakeInFlight implements InFlight {

  long messagesSent;
  long messagesHandled;
  int commandsDone;
  int piecesWritten;
  boolean isIdle = true;

  @Override
  public long messagesSent() {
    return messagesSent;
  }

  @Override
  public long messagesHandled() {
    return messagesHandled;
  }

  @Override
  public int commandsDone(int deviceRank) {
    return commandsDone;
  }

  @Override
  public int piecesWritten(int deviceRank) {
    return piecesWritten;
  }

  @Override
  public boolean isIdle() {
    return isIdle;
  }
}
