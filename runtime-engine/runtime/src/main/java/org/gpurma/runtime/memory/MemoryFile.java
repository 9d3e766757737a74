package org.gpurma.runtime.memory;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalInt;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;

/**
 * Zeroed memory that other processes of the machine can map while this one lives. It has no name
 * that could stay behind, takes up room only where it was touched, and is not bounded by the size
 * of /dev/shm, which containers keep small.
 *
 * @param path by which every process of the same user opens it
 */
public record MemoryFile(Path path) {

  private static final MethodHandle MEMFD_CREATE =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("memfd_create"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));

  public static MemoryFile create() {
    return new MemoryFile(
        Path.of("/proc/%d/fd/%d".formatted(ProcessHandle.current().pid(), createDescriptor())));
  }

  public static MemoryFile of(byte[] handle) {
    return new MemoryFile(Path.of(new String(handle, UTF_8)));
  }

  public byte[] handle() {
    return path.toString().getBytes(UTF_8);
  }

  /** Maps the whole file, after making it so large. */
  public MemorySegment map(long bytes, Arena arena) {
    try (FileChannel channel = open()) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    } catch (IOException e) {
      throw new FailureException(
          new Failure.OutOfMemory(
              "the host has no " + bytes + " bytes of memory that processes share: " + e),
          e);
    }
  }

  /** Maps the whole file as it is. */
  public MemorySegment map(Arena arena) {
    try (FileChannel channel = open()) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), arena);
    } catch (IOException e) {
      throw new FailureException(
          new Failure.DeviceError(
              OptionalInt.empty(), "%s cannot be mapped: %s".formatted(path, e)),
          e);
    }
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  private static int createDescriptor() {
    try (Arena arena = Arena.ofConfined()) {
      int descriptor = (int) MEMFD_CREATE.invokeExact(arena.allocateFrom("gpurma-arena"), 0);
      if (descriptor < 0) {
        throw new FailureException(new Failure.OutOfMemory("memfd_create gives no memory"));
      }
      return descriptor;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
