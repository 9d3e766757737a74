package org.gpurma.runtime.network;

/** A message that is sent many times, from memory that stays in place. */
public interface OutboundMessage {

  /**
   * Sends the first bytes of the memory, which may be written again when this returns. For small
   * messages: the network takes them over without the receiver's doing, unless it is swamped.
   */
  void sendNow(int process, int bytes);

  /** Starts sending the first bytes of the memory. */
  void send(int process, int bytes);

  /**
   * Starts sending the first bytes of the memory as data of a transfer, which keeps its order but
   * is not ordered with messages.
   */
  void sendData(int process, int transfer, int bytes);

  /** Whether the memory of what was started is free again; true before the first. */
  boolean isSent();
}
