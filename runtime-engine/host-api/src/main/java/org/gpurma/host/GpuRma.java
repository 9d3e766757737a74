package org.gpurma.host;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The GPU RMA library of one process, as its host program sees it. The thread that opened it uses
 * it; other threads get a {@link WrongThreadException}.
 *
 * <table>
 *   <caption>Names in the theses</caption>
 *   <tr><td>gpurma_host_init</td><td>done when the host program begins; kernel and threads per rank are the job spec's</td></tr>
 *   <tr><td>gpurma_host_get_rank_info</td><td>{@link #rankInfo}</td></tr>
 *   <tr><td>gpurma_host_run</td><td>{@link #run(MemorySegment)}</td></tr>
 *   <tr><td>dcuda_host_get_timings</td><td>{@link #timings}</td></tr>
 *   <tr><td>gpurma_host_finish</td><td>{@link #finish}; also done when the host program returns</td></tr>
 *   <tr><td>cudaMalloc, cudaMemcpy, cudaFree</td><td>{@link #allocate}, {@link DeviceMemory}</td></tr>
 * </table>
 */
public final class GpuRma implements AutoCloseable {

  private enum Phase {
    PREPARING,
    /** The run has begun, and did not come to its end. */
    BROKEN,
    RAN,
    FINISHED
  }

  private final HostRuntime runtime;
  private final Thread owner = Thread.currentThread();
  private final DeviceMemory.Owner memory = new Memory();
  private final Map<String, DeviceMemory> buffers = new HashMap<>();
  private Phase phase = Phase.PREPARING;
  private RunResult result;

  private GpuRma(HostRuntime runtime) {
    this.runtime = runtime;
    runtime
        .buffers()
        .forEach(
            (name, buffer) ->
                buffers.put(
                    name, DeviceMemory.permanent(memory, buffer.address(), buffer.bytes())));
  }

  /** Host programs get theirs opened; a test opens one on a runtime of its own. */
  public static GpuRma open(HostRuntime runtime) {
    return new GpuRma(runtime);
  }

  public RankInfo rankInfo() {
    return usable().rankInfo();
  }

  /**
   * Memory of this process's GPU, of what {@code memory.managedMiB} of the job spec provides for
   * the host program and gpurma_mem_alloc together; aligned to 256 B. What is in it is undefined.
   *
   * @throws GpuRmaException.BadDeviceMemory where there is not enough
   */
  public DeviceMemory allocate(long bytes) {
    HostRuntime usable = usable();
    if (bytes < 0) {
      throw new GpuRmaException.BadDeviceMemory("cannot allocate %d B".formatted(bytes));
    }
    long address =
        usable
            .allocate(bytes)
            .orElseThrow(
                () ->
                    new GpuRmaException.BadDeviceMemory(
                        "no %d B of device memory are left; raise memory.managedMiB of the job spec"
                            .formatted(bytes)));
    return DeviceMemory.allocated(memory, address, bytes);
  }

  /** Memory of this process's GPU for an array; see {@link #allocate(long)}. */
  public DeviceMemory allocate(MemoryLayout element, long count) {
    return allocate(Math.multiplyExact(element.byteSize(), count));
  }

  /**
   * A buffer that the job spec names, filled from its input: the part of this process, halos
   * included. Its output is written when the host program has returned.
   */
  public DeviceMemory buffer(String name) {
    usable();
    DeviceMemory buffer = buffers.get(name);
    if (buffer == null) {
      throw new GpuRmaException.NotInJobSpec(
          Names.unknown("buffer", name, buffers.keySet(), "name it under buffers"));
    }
    return buffer;
  }

  /** Runs the kernel without userdata; see {@link #run(MemorySegment)}. */
  public Duration run() {
    return run(MemorySegment.NULL);
  }

  /** Runs the kernel; see {@link #run(MemorySegment)}. */
  public Duration run(byte[] userdata) {
    return run(MemorySegment.ofArray(userdata));
  }

  /** Runs the kernel; the userdata is what lies between position and limit, both stay. */
  public Duration run(ByteBuffer userdata) {
    return run(MemorySegment.ofBuffer(userdata));
  }

  /**
   * Copies the userdata to the GPU, runs the kernel on the GPUs of all processes, and copies the
   * userdata back. Every process calls it; it returns when all ranks of all processes have ended.
   *
   * @param userdata what gpurma_get_data returns to the ranks of this process; at most 1 MiB, for
   *     more allocate device memory and pass its address
   * @return from the launch to the end of the kernel
   * @throws JobEndedException when the job ended before: a failure, or somebody stopped it
   */
  public Duration run(MemorySegment userdata) {
    HostRuntime usable = usable();
    if (phase == Phase.RAN) {
      throw new GpuRmaException.AlreadyRun();
    }
    requirePassable(userdata, usable.mostUserdataBytes());
    phase = Phase.BROKEN;
    result = usable.run(userdata);
    phase = Phase.RAN;
    return result.kernelTime();
  }

  private static void requirePassable(MemorySegment userdata, long most) {
    if (userdata.byteSize() > most) {
      throw new GpuRmaException.BadUserdata(
          "userdata has %d B, at most %d B are passed; allocate device memory for the bulk of it and pass its address"
              .formatted(userdata.byteSize(), most));
    }
    if (userdata.isReadOnly()) {
      throw new GpuRmaException.BadUserdata(
          "userdata is read-only, and the ranks' changes are copied back into it; pass a writable copy");
    }
  }

  /**
   * What the ranks of this process measured with gpurma_start_cpu_timer and gpurma_stop_cpu_timer,
   * in order.
   */
  public List<Duration> timings() {
    usable();
    if (phase != Phase.RAN) {
      throw new GpuRmaException.NotRun("timings");
    }
    return result.timings();
  }

  /** Ends the use of the library: no call of it, or of its device memory, may follow. */
  public void finish() {
    requireOwner();
    phase = Phase.FINISHED;
  }

  /** As {@link #finish}. */
  @Override
  public void close() {
    finish();
  }

  /** The runtime, where it may be called now. */
  private HostRuntime usable() {
    requireOwner();
    return switch (phase) {
      case PREPARING, RAN -> runtime;
      case BROKEN -> throw new JobEndedException();
      case FINISHED -> throw new GpuRmaException.Finished();
    };
  }

  private void requireOwner() {
    if (Thread.currentThread() != owner) {
      throw new WrongThreadException(
          "gpurma is used by thread %s, and belongs to the thread that the host program was started on"
              .formatted(Thread.currentThread().getName()));
    }
  }

  private final class Memory implements DeviceMemory.Owner {

    @Override
    public void requireUsable() {
      usable();
    }

    @Override
    public void copyIn(long address, MemorySegment from) {
      usable().copyIn(address, from);
    }

    @Override
    public void copyOut(MemorySegment to, long address) {
      usable().copyOut(to, address);
    }

    /** After the end of all use nothing is left to free, and nothing to complain about. */
    @Override
    public void free(long address) {
      requireOwner();
      if (phase == Phase.PREPARING || phase == Phase.RAN) {
        runtime.free(address);
      }
    }
  }
}
