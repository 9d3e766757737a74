package org.gpurma.runtime.network;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The processes of the job, before and after the run. All processes call the collective methods in
 * the same order.
 */
public interface World extends AutoCloseable {

  int process();

  int processes();

  /** Name and version of what carries the messages. */
  String version();

  /** Whether one thread may send while another receives. */
  boolean allowsThreads();

  /** Whether it says that it reads and writes the memory of CUDA devices. */
  boolean isCudaAware();

  /** Collective: everybody's bytes, by process. */
  List<byte[]> allGather(byte[] mine);

  /**
   * Collective: starts receiving messages.
   *
   * @param memory of the receive buffers, native
   * @param slotBytes size of one buffer, and so of the largest message
   */
  NetworkManager connect(MemorySegment memory, int slotBytes);

  /** Collective: waits until all processes are here, then ends the world. */
  @Override
  void close();
}
