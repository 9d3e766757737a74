package org.gpurma.runtime.network;

import java.lang.foreign.MemorySegment;

/**
 * Messages, and what is built of them, between the host programs of processes that connect by
 * themselves. One thread uses it.
 */
public interface PointToPoint {

  /** A message under way. */
  @FunctionalInterface
  interface Transfer {
    void await();
  }

  /** Starts to send native memory, or device memory where the world is CUDA-aware. */
  Transfer send(MemorySegment from, int process, int tag);

  /** Starts to receive as many bytes as were sent with the tag. */
  Transfer receive(MemorySegment to, int process, int tag);

  /** The sum of what all processes bring. */
  double sum(double own);

  /** Waits for all processes. */
  void barrier();
}
