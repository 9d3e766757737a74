package org.gpurma.runtime.engine;

/** Who works on what arrives. */
sealed interface Receiver permits ReceiverInLoop, ReceiveThread {

  /** A turn of the event loop; returns whether there was anything to do. */
  boolean work();

  /** Whether nothing will come any more, and all that came is where it belongs. */
  boolean isOver();

  /** Ends, over or not. */
  void close();
}
