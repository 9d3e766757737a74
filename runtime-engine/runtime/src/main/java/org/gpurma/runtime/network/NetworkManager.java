package org.gpurma.runtime.network;

import java.lang.foreign.MemorySegment;

/**
 * Carries messages while the kernel runs. Messages of one process to another arrive in order. One
 * thread sends and one receives; what each of them made is its own.
 */
public interface NetworkManager {

  /** A message that can be sent many times, from native memory that stays in place. */
  OutboundMessage outbound(MemorySegment memory);

  /** A message that the receiving thread sends, in no order with those of the other. */
  default OutboundMessage reply(MemorySegment memory) {
    return outbound(memory);
  }

  /** Where data is received, in native memory that stays in place. */
  InboundMessage inbound(MemorySegment memory);

  /**
   * Takes the message that arrived next.
   *
   * @return the index of the receive buffer that holds it, or {@link #NOTHING}
   */
  int receive();

  /** Gives a receive buffer back, in any order. */
  void release(int slot);

  int NOTHING = -1;

  /** Transfers are numbered below this; no two between the same processes at a time are alike. */
  int TRANSFER_NUMBERS = 1 << 20;
}
