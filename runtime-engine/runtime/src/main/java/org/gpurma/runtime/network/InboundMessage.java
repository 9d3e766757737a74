package org.gpurma.runtime.network;

/** Memory that data of transfers is received into, many times; it stays in place. */
public interface InboundMessage {

  /** Starts receiving the next data of a transfer, so many bytes. */
  void receive(int process, int transfer, int bytes);

  /** Whether what {@link #receive} started is here; true before the first. */
  boolean isReceived();
}
