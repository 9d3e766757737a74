package org.gpurma.host;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What {@link GpuRma} stands on: the runtime process, or a stand-in in the test of a host program.
 * Programs do not call it. Addresses are device addresses; sizes are bytes and not negative.
 */
public interface HostRuntime {

  /**
   * A named buffer of the job spec, as this process holds it.
   *
   * @param bytes of this process's part, halos included
   */
  record NamedBuffer(long address, long bytes) {}

  RankInfo rankInfo();

  /** The longest userdata that {@link #run} takes. */
  long mostUserdataBytes();

  /** By name. */
  Map<String, NamedBuffer> buffers();

  /** Address of device memory that windows may expose, aligned to 256 B; empty where none is. */
  OptionalLong allocate(long bytes);

  /** Takes what {@link #allocate} returned. */
  void free(long address);

  /** Copies to the device and waits. */
  void copyIn(long address, MemorySegment from);

  /** Copies from the device and waits. */
  void copyOut(MemorySegment to, long address);

  /**
   * Runs the kernel of all processes and waits for its end; what the ranks of this process changed
   * of the userdata is in the segment then. Called once.
   *
   * @throws JobEndedException when the job ended instead
   */
  RunResult run(MemorySegment userdata);
}
