package org.gpurma.runtime.fakes;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.KernelStream;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;

/** A device of host memory. Its copies complete at once, or when the test says so. */
public final class FakeDevice implements Device {

  private final Arena arena = Arena.ofShared();
  private volatile boolean copiesAreHeld;
  private volatile boolean fetchesAreHeld;
  private boolean mappingIsRefused;
  private long started;
  private volatile long completed;
  private long fetchesStarted;
  private volatile long fetchesCompleted;

  /** Copies stay incomplete until {@link #completeCopies}. */
  public void holdCopies() {
    copiesAreHeld = true;
  }

  public void completeCopies() {
    copiesAreHeld = false;
    completed = started;
  }

  /** Copies from the device stay incomplete until {@link #completeFetches}. */
  public void holdFetches() {
    fetchesAreHeld = true;
  }

  public void completeFetches() {
    fetchesAreHeld = false;
    fetchesCompleted = fetchesStarted;
  }

  /** Of the copies that are held, lets the next one be complete. */
  public void completeOneCopy() {
    completed = Math.min(completed + 1, started);
  }

  public void completeOneFetch() {
    fetchesCompleted = Math.min(fetchesCompleted + 1, fetchesStarted);
  }

  /** Copies to the device that were ever started. */
  public long startedCopies() {
    return started;
  }

  public long startedFetches() {
    return fetchesStarted;
  }

  @Override
  public String uuid() {
    return "fake-0";
  }

  @Override
  public String name() {
    return "Fake GPU";
  }

  @Override
  public Program load(Path binary, String entry) {
    throw new UnsupportedOperationException("programs of a fake device are made by the test");
  }

  @Override
  public KernelStream stream(Path binary) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SharedMemory allocateShared(long bytes) {
    MemorySegment host = arena.allocate(bytes, 64);
    return new SharedMemory(host, host.address());
  }

  @Override
  public long allocateDevice(long bytes) {
    return arena.allocate(Math.max(bytes, 1), 256).address();
  }

  /** This device maps no other memory. */
  public void refuseMapping() {
    mappingIsRefused = true;
  }

  @Override
  public byte[] share(long deviceAddress) {
    return ByteBuffer.allocate(Long.BYTES).putLong(deviceAddress).array();
  }

  @Override
  public long map(byte[] handle) {
    if (mappingIsRefused) {
      throw new FailureException(
          new Failure.DeviceError(OptionalInt.empty(), "no peer access in this test"));
    }
    return ByteBuffer.wrap(handle).getLong();
  }

  @Override
  public void copyIn(long deviceAddress, MemorySegment from) {
    memory(deviceAddress, from.byteSize()).copyFrom(from);
  }

  @Override
  public void copyOut(MemorySegment to, long deviceAddress) {
    to.copyFrom(memory(deviceAddress, to.byteSize()));
  }

  @Override
  public long startCopy(long deviceAddress, SharedMemory from, long offset, long bytes) {
    MemorySegment.copy(from.host(), offset, memory(deviceAddress, bytes), 0, bytes);
    started++;
    if (!copiesAreHeld) {
      completed = started;
    }
    return started;
  }

  @Override
  public boolean isCopied(long ticket) {
    return ticket <= completed;
  }

  @Override
  public long startFetch(SharedMemory to, long offset, long deviceAddress, long bytes) {
    MemorySegment.copy(memory(deviceAddress, bytes), 0, to.host(), offset, bytes);
    fetchesStarted++;
    if (!fetchesAreHeld) {
      fetchesCompleted = fetchesStarted;
    }
    return fetchesStarted;
  }

  @Override
  public boolean isFetched(long ticket) {
    return ticket <= fetchesCompleted;
  }

  @Override
  public void enter() {}

  /** What lies at a device address. */
  public static MemorySegment memory(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  @Override
  public void close() {
    arena.close();
  }
}
