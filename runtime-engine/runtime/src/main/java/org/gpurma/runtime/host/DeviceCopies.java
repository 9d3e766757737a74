package org.gpurma.runtime.host;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.device.Device;

/** Copies between the device and any memory of the host: devices take native memory only. */
record DeviceCopies(Device device) {

  private static final long CHUNK_BYTES = 1 << 20;

  void in(long address, MemorySegment from) {
    if (from.isNative()) {
      device.copyIn(address, from);
      return;
    }
    staged(
        from,
        (part, chunk, offset) -> {
          chunk.copyFrom(part);
          device.copyIn(address + offset, chunk);
        });
  }

  void out(MemorySegment to, long address) {
    if (to.isNative()) {
      device.copyOut(to, address);
      return;
    }
    staged(
        to,
        (part, chunk, offset) -> {
          device.copyOut(chunk, address + offset);
          part.copyFrom(chunk);
        });
  }

  @FunctionalInterface
  private interface Step {
    void copy(MemorySegment part, MemorySegment chunk, long offset);
  }

  private static void staged(MemorySegment memory, Step step) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment chunk = arena.allocate(Math.clamp(memory.byteSize(), 1, CHUNK_BYTES));
      for (long done = 0; done < memory.byteSize(); done += chunk.byteSize()) {
        long size = Math.min(chunk.byteSize(), memory.byteSize() - done);
        step.copy(memory.asSlice(done, size), chunk.asSlice(0, size), done);
      }
    }
  }
}
