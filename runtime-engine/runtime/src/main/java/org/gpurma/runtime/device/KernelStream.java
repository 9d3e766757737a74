package org.gpurma.runtime.device;

import java.lang.foreign.MemorySegment;

/**
 * Plain kernels of a program and copies, done one after the other. Beside it the device runs
 * nothing; one thread uses it.
 */
public interface KernelStream {

  /** Work to be enqueued again and again. */
  @FunctionalInterface
  interface Work {
    void enqueue();
  }

  /**
   * @param argument the kernel's one struct, read at each launch; native
   */
  Work kernel(String name, int blocks, int threads, MemorySegment argument);

  /** A copy from memory that {@link Device#allocateShared} returned. */
  Work copyIn(long deviceAddress, MemorySegment from);

  /** A copy to memory that {@link Device#allocateShared} returned. */
  Work copyOut(MemorySegment to, long deviceAddress);

  /** Waits for all that was enqueued. */
  void synchronize();
}
