package org.gpurma.host;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * CUDA and MPI as the host program of a job of {@code model: mpi-cuda} uses them: the traditional
 * way, which case studies are compared with. The GPU has one stream; what is enqueued there is done
 * in order.
 */
public final class MpiCuda {

  private final MpiCudaRuntime runtime;
  private final DeviceMemory.Owner memory = new Memory();

  private MpiCuda(MpiCudaRuntime runtime) {
    this.runtime = runtime;
  }

  /** Host programs get theirs opened; a test opens one on a runtime of its own. */
  public static MpiCuda open(MpiCudaRuntime runtime) {
    return new MpiCuda(runtime);
  }

  /** Which of the job's processes this is; each has one GPU. */
  public int process() {
    return runtime.process();
  }

  public int processes() {
    return runtime.processes();
  }

  /**
   * Memory of this process's GPU, of what {@code memory.managedMiB} of the job spec provides;
   * aligned to 256 B. What is in it is undefined.
   *
   * @throws GpuRmaException.BadDeviceMemory where there is not enough
   */
  public DeviceMemory allocate(long bytes) {
    long address =
        runtime
            .allocate(bytes)
            .orElseThrow(
                () ->
                    new GpuRmaException.BadDeviceMemory(
                        "no %d B of device memory are left; raise memory.managedMiB of the job spec"
                            .formatted(bytes)));
    return DeviceMemory.allocated(memory, address, bytes);
  }

  /** Page-locked host memory, which copies and messages need; lives as long as the process. */
  public MemorySegment allocateHost(long bytes) {
    return runtime.allocateHost(bytes);
  }

  /**
   * A kernel of the job's program, defined by GPURMA_KERNEL, with its launch configuration.
   *
   * @param argument its struct, native memory, read anew at each launch
   */
  public MpiCudaRuntime.Enqueued kernel(
      String name, int blocks, int threads, MemorySegment argument) {
    return runtime.kernel(name, blocks, threads, argument);
  }

  /** Waits for all that was enqueued. */
  public void synchronize() {
    runtime.synchronize();
  }

  /** Waits for all processes. */
  public void barrier() {
    runtime.barrier();
  }

  /** The sum of what all processes bring, in all of them. */
  public double sum(double own) {
    return runtime.sum(own);
  }

  /** A copy from device to page-locked memory, of the same length. */
  public MpiCudaRuntime.Enqueued copyOut(MemorySegment to, DeviceMemory from) {
    return runtime.copyOutLater(to, from.address());
  }

  /**
   * Messages to and from other processes that are exchanged together: straight from the memory of
   * the GPU where MPI is CUDA-aware, staged in page-locked memory elsewhere.
   */
  public Exchange exchange() {
    return new Exchange();
  }

  /** Made once, run again and again. */
  public final class Exchange {

    private final List<MpiCudaRuntime.Enqueued> before = new ArrayList<>();
    private final List<MpiCudaRuntime.Enqueued> after = new ArrayList<>();
    private final List<Message> sends = new ArrayList<>();
    private final List<Message> receives = new ArrayList<>();
    private final List<MpiCudaRuntime.Transfer> underway = new ArrayList<>();

    private record Message(MemorySegment memory, int process, int tag) {}

    private Exchange() {}

    /** Adds a message from device memory. */
    public Exchange send(DeviceMemory from, int process, int tag) {
      MemorySegment memory = reachable(from);
      if (!runtime.sendsDeviceMemory()) {
        before.add(runtime.copyOutLater(memory, from.address()));
      }
      sends.add(new Message(memory, process, tag));
      return this;
    }

    /** Adds a message into device memory, of the same length as it is sent with. */
    public Exchange receive(DeviceMemory to, int process, int tag) {
      MemorySegment memory = reachable(to);
      if (!runtime.sendsDeviceMemory()) {
        after.add(runtime.copyInLater(to.address(), memory));
      }
      receives.add(new Message(memory, process, tag));
      return this;
    }

    /** {@link #begin}, then {@link #end}. */
    public void run() {
      begin();
      end();
    }

    /** Waits for what was enqueued before, and starts the messages. */
    public void begin() {
      if (isEmpty()) {
        return;
      }
      if (!runtime.sendsDeviceMemory()) {
        receives.forEach(this::receive);
      }
      before.forEach(MpiCudaRuntime.Enqueued::enqueue);
      runtime.synchronize();
      if (runtime.sendsDeviceMemory()) {
        // Not before: kernels may still read what lies there.
        receives.forEach(this::receive);
      }
      for (Message message : sends) {
        underway.add(runtime.send(message.memory(), message.process(), message.tag()));
      }
    }

    /** Waits for the messages. What is enqueued behind it sees what was received. */
    public void end() {
      underway.forEach(MpiCudaRuntime.Transfer::await);
      underway.clear();
      if (!isEmpty()) {
        after.forEach(MpiCudaRuntime.Enqueued::enqueue);
      }
    }

    private void receive(Message message) {
      underway.add(runtime.receive(message.memory(), message.process(), message.tag()));
    }

    private boolean isEmpty() {
      return sends.isEmpty() && receives.isEmpty();
    }

    private MemorySegment reachable(DeviceMemory memory) {
      return runtime.sendsDeviceMemory()
          ? memory.pointer().reinterpret(memory.bytes())
          : runtime.allocateHost(memory.bytes());
    }
  }

  private final class Memory implements DeviceMemory.Owner {

    @Override
    public void requireUsable() {}

    @Override
    public void copyIn(long address, MemorySegment from) {
      runtime.copyIn(address, from);
    }

    @Override
    public void copyOut(MemorySegment to, long address) {
      runtime.copyOut(to, address);
    }

    @Override
    public void free(long address) {
      runtime.free(address);
    }
  }
}
