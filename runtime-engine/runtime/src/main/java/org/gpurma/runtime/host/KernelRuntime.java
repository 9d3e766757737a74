package org.gpurma.runtime.host;

import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;
import org.gpurma.host.MpiCudaRuntime;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.KernelStream;
import org.gpurma.runtime.memory.ManagedPool;
import org.gpurma.runtime.network.PointToPoint;

/**
 * What the host API for plain kernels stands on.
 *
 * @param sendsDeviceMemory whether messages reach the device's memory
 */
public record KernelRuntime(
    int process,
    int processes,
    Device device,
    KernelStream stream,
    ManagedPool pool,
    PointToPoint messages,
    boolean sendsDeviceMemory)
    implements MpiCudaRuntime {

  @Override
  public OptionalLong allocate(long bytes) {
    return pool.allocate(bytes);
  }

  @Override
  public void free(long address) {
    pool.free(address);
  }

  @Override
  public MemorySegment allocateHost(long bytes) {
    return device.allocateShared(Math.max(bytes, 1)).host().asSlice(0, bytes);
  }

  @Override
  public void copyIn(long address, MemorySegment from) {
    stream.synchronize();
    new DeviceCopies(device).in(address, from);
  }

  @Override
  public void copyOut(MemorySegment to, long address) {
    stream.synchronize();
    new DeviceCopies(device).out(to, address);
  }

  @Override
  public Enqueued kernel(String name, int blocks, int threads, MemorySegment argument) {
    return stream.kernel(name, blocks, threads, argument)::enqueue;
  }

  @Override
  public Enqueued copyInLater(long address, MemorySegment from) {
    return stream.copyIn(address, from)::enqueue;
  }

  @Override
  public Enqueued copyOutLater(MemorySegment to, long address) {
    return stream.copyOut(to, address)::enqueue;
  }

  @Override
  public void synchronize() {
    stream.synchronize();
  }

  @Override
  public Transfer send(MemorySegment from, int to, int tag) {
    return messages.send(from, to, tag)::await;
  }

  @Override
  public Transfer receive(MemorySegment to, int from, int tag) {
    return messages.receive(to, from, tag)::await;
  }

  @Override
  public double sum(double own) {
    return messages.sum(own);
  }

  @Override
  public void barrier() {
    messages.barrier();
  }
}
