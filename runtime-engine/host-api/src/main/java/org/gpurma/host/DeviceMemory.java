package org.gpurma.host;

import java.lang.foreign.MemorySegment;

/**
 * Memory of this process's GPU: allocated by the host program, or a named buffer of the job spec.
 * Ranks get its address by the userdata, and may expose it in windows.
 */
public final class DeviceMemory implements AutoCloseable {

  private final Owner owner;
  private final Allocation allocation;
  private final long address;
  private final long bytes;

  private DeviceMemory(Owner owner, Allocation allocation, long address, long bytes) {
    this.owner = owner;
    this.allocation = allocation;
    this.address = address;
    this.bytes = bytes;
  }

  static DeviceMemory allocated(Owner owner, long address, long bytes) {
    return new DeviceMemory(owner, new Allocation(address, true), address, bytes);
  }

  /** It is there for as long as the process is. */
  static DeviceMemory permanent(Owner owner, long address, long bytes) {
    return new DeviceMemory(owner, new Allocation(address, false), address, bytes);
  }

  /** Through which it is copied and freed. */
  interface Owner {

    void requireUsable();

    void copyIn(long address, MemorySegment from);

    void copyOut(MemorySegment to, long address);

    void free(long address);
  }

  /** What the parts of one allocation share. */
  private static final class Allocation {

    private final long base;
    private final boolean canBeFreed;
    private boolean isFreed;

    Allocation(long base, boolean canBeFreed) {
      this.base = base;
      this.canBeFreed = canBeFreed;
    }
  }

  /** As the ranks see it. */
  public long address() {
    return address;
  }

  public long bytes() {
    return bytes;
  }

  /** For a pointer in the userdata: {@code userdata.set(ADDRESS, offset, memory.pointer())}. */
  public MemorySegment pointer() {
    return MemorySegment.ofAddress(address);
  }

  /** A part of it; it is freed with the whole. */
  public DeviceMemory slice(long offset, long size) {
    requireInside(offset, size);
    return new DeviceMemory(owner, allocation, address + offset, size);
  }

  /**
   * Copies host memory to its begin and waits; before the run or after it. An array goes as {@code
   * MemorySegment.ofArray(values)}.
   */
  public void copyFrom(MemorySegment from) {
    requireUsable(from.byteSize());
    if (from.byteSize() > 0) {
      owner.copyIn(address, from);
    }
  }

  /** Fills host memory from its begin and waits; before the run or after it. */
  public void copyTo(MemorySegment to) {
    requireUsable(to.byteSize());
    if (to.byteSize() > 0) {
      owner.copyOut(to, address);
    }
  }

  /** Frees the whole of what {@link GpuRma#allocate} returned; a named buffer stays. */
  @Override
  public void close() {
    if (allocation.canBeFreed && !allocation.isFreed) {
      allocation.isFreed = true;
      owner.free(allocation.base);
    }
  }

  private void requireUsable(long size) {
    owner.requireUsable();
    if (allocation.isFreed) {
      throw new GpuRmaException.BadDeviceMemory(
          "device memory was used after it was freed; close it later");
    }
    requireInside(0, size);
  }

  private void requireInside(long offset, long size) {
    if (offset < 0 || size < 0 || offset > bytes - size) {
      throw new GpuRmaException.BadDeviceMemory(
          "%d B at offset %d reach out of device memory of %d B".formatted(size, offset, bytes));
    }
  }
}
