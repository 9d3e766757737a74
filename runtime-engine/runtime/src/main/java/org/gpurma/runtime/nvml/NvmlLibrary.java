package org.gpurma.runtime.nvml;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Optional;

/**
 * The functions of libnvidia-ml.so.1, under the names and with the records of nvml.h. Old versions
 * of functions stay in the library with new drivers; of one that is not there nothing is known.
 */
final class NvmlLibrary {

  static final String NAME = "libnvidia-ml.so.1";

  private static final int SUCCESS = 0;

  private final SymbolLookup symbols;

  private NvmlLibrary(SymbolLookup symbols) {
    this.symbols = symbols;
  }

  /**
   * Takes a name that the dynamic linker knows, or a path.
   *
   * @throws IllegalArgumentException where there is no such library
   */
  static NvmlLibrary load(String name) {
    return new NvmlLibrary(SymbolLookup.libraryLookup(name, Arena.global()));
  }

  /** A function that returns an nvmlReturn_t. */
  static final class Function {
    private final MethodHandle handle;

    private Function(MethodHandle handle) {
      this.handle = handle;
    }

    /** Whether it did what it is for. */
    boolean succeeds(Object... arguments) {
      try {
        return (int) handle.invokeWithArguments(arguments) == SUCCESS;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }

  Optional<Function> function(String name, MemoryLayout... parameters) {
    return symbols
        .find(name)
        .map(
            symbol ->
                new Function(
                    Linker.nativeLinker()
                        .downcallHandle(symbol, FunctionDescriptor.of(JAVA_INT, parameters))));
  }

  /** One that fills what its last parameter points to, for a device and some numbers. */
  Optional<Function> getter(String name, int numbers) {
    MemoryLayout[] parameters = new MemoryLayout[numbers + 2];
    Arrays.fill(parameters, JAVA_INT);
    parameters[0] = ADDRESS;
    parameters[numbers + 1] = ADDRESS;
    return function(name, parameters);
  }

  /** The device with this UUID. */
  Optional<MemorySegment> device(String uuid) {
    if (!function("nvmlInit_v2").map(Function::succeeds).orElse(false)) {
      return Optional.empty();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = arena.allocate(ADDRESS);
      return function("nvmlDeviceGetHandleByUUID", ADDRESS, ADDRESS)
          .filter(get -> get.succeeds(arena.allocateFrom(uuid), found))
          .map(_ -> found.get(ADDRESS, 0));
    }
  }
}
