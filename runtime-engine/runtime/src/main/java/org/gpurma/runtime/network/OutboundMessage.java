package org.gpurma.runtime.network;

/** A message whose memory may be written again once it is sent. */
public interface OutboundMessage {

  /** Starts sending the first bytes of the memory. */
  void send(int process, int bytes);

  /** Whether the memory is free again; true before the first send. */
  boolean isSent();
}
