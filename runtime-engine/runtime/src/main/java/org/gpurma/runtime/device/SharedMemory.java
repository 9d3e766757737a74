package org.gpurma.runtime.device;

import java.lang.foreign.MemorySegment;

/**
 * Memory of the host that the device reaches.
 *
 * @param host the memory as the host sees it
 * @param deviceAddress where it begins as the device sees it
 */
public record SharedMemory(MemorySegment host, long deviceAddress) {

  /** The part of so many bytes at an offset. */
  public SharedMemory slice(long offset, long bytes) {
    return new SharedMemory(host.asSlice(offset, bytes), deviceAddress + offset);
  }
}
