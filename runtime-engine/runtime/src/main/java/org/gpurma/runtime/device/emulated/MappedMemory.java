package org.gpurma.runtime.device.emulated;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;

/**
 * Page-aligned, zeroed memory that takes up room only where it was touched: a large managed pool of
 * which a job uses little must not count against an emulated process.
 */
final class MappedMemory implements AutoCloseable {

  private static final int READ_WRITE = 3;
  private static final int PRIVATE_ANONYMOUS = 0x22;
  private static final long FAILED = -1;

  private static final MethodHandle MMAP =
      function(
          "mmap",
          FunctionDescriptor.of(
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG));
  private static final MethodHandle MUNMAP =
      function(
          "munmap",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));

  private final List<MemorySegment> mapped = new ArrayList<>();

  private static MethodHandle function(String name, FunctionDescriptor type) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
  }

  MemorySegment map(long bytes) {
    long size = Math.max(bytes, 1);
    long address = callMmap(size);
    if (address == FAILED) {
      throw new FailureException(
          new Failure.OutOfMemory(
              "the host has no " + size + " bytes for the emulated device's memory"));
    }
    MemorySegment segment = MemorySegment.ofAddress(address).reinterpret(size);
    mapped.add(segment);
    return segment;
  }

  @Override
  public void close() {
    mapped.forEach(MappedMemory::unmap);
    mapped.clear();
  }

  private static long callMmap(long size) {
    try {
      return (long) MMAP.invokeExact(0L, size, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static void unmap(MemorySegment segment) {
    try {
      int result = (int) MUNMAP.invokeExact(segment.address(), segment.byteSize());
      if (result != 0) {
        throw new IllegalStateException("munmap failed at " + segment);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
