package org.gpurma.runtime.device;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * One GPU. All memory is allocated and every program loaded before a launch, by one thread. While a
 * kernel runs, only {@link Run#poll} and the copies that work then are called: those to the device
 * by one thread, those from it by one thread, each of which has called {@link #enter}.
 */
public interface Device extends AutoCloseable {

  String uuid();

  String name();

  /** Loads a compiled program and finds its kernel. */
  Program load(Path binary, String entry);

  /** Loads a program of plain kernels, in place of a kernel of ranks. */
  KernelStream stream(Path binary);

  /** Zeroed host memory that the device reads and writes too. */
  SharedMemory allocateShared(long bytes);

  /** Address of zeroed device memory, aligned to 256 B. */
  long allocateDevice(long bytes);

  /**
   * By what other processes of this node {@link #map} memory that {@link #allocateDevice} returned.
   */
  byte[] share(long deviceAddress);

  /**
   * Address, for this device, of memory that another process shared; both must live while it is
   * used.
   */
  long map(byte[] handle);

  /** Copies from native host memory to the device and waits. Not while a kernel runs. */
  void copyIn(long deviceAddress, MemorySegment from);

  /** Copies from the device to native host memory and waits. Not while a kernel runs. */
  void copyOut(MemorySegment to, long deviceAddress);

  /**
   * Starts a copy to the device; works while a kernel runs. Copies complete in the order of their
   * start.
   *
   * @return a ticket, greater than that of every copy started before, for {@link #isCopied}
   */
  long startCopy(long deviceAddress, SharedMemory from, long offset, long bytes);

  /** Whether the copy of this ticket, and every copy before it, is complete. True for ticket 0. */
  boolean isCopied(long ticket);

  /**
   * Starts a copy from the device; works while a kernel runs. Such copies complete in the order of
   * their start.
   *
   * @return a ticket, greater than that of every such copy started before, for {@link #isFetched}
   */
  long startFetch(SharedMemory to, long offset, long deviceAddress, long bytes);

  /** As {@link #isCopied}, for copies from the device. */
  boolean isFetched(long ticket);

  /** Lets the calling thread use the device. The thread that opened it may already. */
  void enter();

  @Override
  void close();
}
