package org.gpurma.host;

import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;

/**
 * What {@link MpiCuda} stands on: the runtime process, or a stand-in in the test of a host program.
 * Programs do not call it. Addresses are device addresses; sizes are bytes.
 */
public interface MpiCudaRuntime {

  int process();

  int processes();

  /** Whether {@link #send} and {@link #receive} take device memory. */
  boolean sendsDeviceMemory();

  /** Address of device memory, aligned to 256 B; empty where none is left. */
  OptionalLong allocate(long bytes);

  /** Takes what {@link #allocate} returned. */
  void free(long address);

  /** Page-locked host memory; lives as long as the process. */
  MemorySegment allocateHost(long bytes);

  /** Copies to the device and waits. */
  void copyIn(long address, MemorySegment from);

  /** Copies from the device and waits. */
  void copyOut(MemorySegment to, long address);

  /**
   * A kernel of the job's program, ready to be enqueued.
   *
   * @param argument read at each launch; native
   */
  Enqueued kernel(String name, int blocks, int threads, MemorySegment argument);

  /** A copy to the device from page-locked memory, ready to be enqueued. */
  Enqueued copyInLater(long address, MemorySegment from);

  /** A copy from the device to page-locked memory, ready to be enqueued. */
  Enqueued copyOutLater(MemorySegment to, long address);

  /** Waits for all that was enqueued. */
  void synchronize();

  /** Starts to send a message to another process. */
  Transfer send(MemorySegment from, int process, int tag);

  /** Starts to receive a message of another process. */
  Transfer receive(MemorySegment to, int process, int tag);

  /** The sum of what all processes bring. */
  double sum(double own);

  /** Waits for all processes. */
  void barrier();

  /**
   * Work of the GPU that can be enqueued again and again; it is done in the order of its
   * enqueueing.
   */
  @FunctionalInterface
  interface Enqueued {
    void enqueue();
  }

  /** A message under way. */
  @FunctionalInterface
  interface Transfer {
    void await();
  }
}
