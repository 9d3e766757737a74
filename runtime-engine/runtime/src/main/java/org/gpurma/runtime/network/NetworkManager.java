package org.gpurma.runtime.network;

import java.lang.foreign.MemorySegment;

/**
 * Carries messages while the kernel runs. Messages of one process to another arrive in order. Not
 * thread-safe.
 */
public interface NetworkManager {

  /** A message that can be sent many times, from native memory that stays in place. */
  OutboundMessage outbound(MemorySegment memory);

  /**
   * Takes the message that arrived next.
   *
   * @return the index of the receive buffer that holds it, or {@link #NOTHING}
   */
  int receive();

  /** Gives a receive buffer back, in any order. */
  void release(int slot);

  int NOTHING = -1;
}
