package org.gpurma.runtime.device.emulated;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;

/** The C functions of libgpurma_emulator.so. */
final class EmulatorLibrary {

  private static final long ERROR_BYTES = 1024;

  private final MethodHandle load;
  private final MethodHandle launch;
  private final MethodHandle poll;
  private final MethodHandle hasReturned;
  private final MethodHandle fault;
  private final MethodHandle freeLaunch;

  EmulatorLibrary(Path library) {
    if (!Files.isReadable(library)) {
      throw new FailureException(
          new Failure.RuntimeError(
              "the emulator's library "
                  + library
                  + " is missing; set the system property gpurma.native to the folder that has it"));
    }
    SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
    load =
        function(
            symbols,
            "gpurma_emulator_load",
            FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG));
    launch =
        function(
            symbols,
            "gpurma_emulator_launch",
            FunctionDescriptor.of(
                ADDRESS, ADDRESS, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS, JAVA_LONG));
    poll = function(symbols, "gpurma_emulator_poll", FunctionDescriptor.of(JAVA_INT, ADDRESS));
    hasReturned =
        function(
            symbols,
            "gpurma_emulator_has_returned",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    fault =
        function(
            symbols, "gpurma_emulator_fault", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
    freeLaunch =
        function(symbols, "gpurma_emulator_free_launch", FunctionDescriptor.ofVoid(ADDRESS));
  }

  MemorySegment load(Path program, String entry) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment error = arena.allocate(ERROR_BYTES);
      MemorySegment path = arena.allocateFrom(program.toString());
      MemorySegment name = arena.allocateFrom(entry);
      MemorySegment loaded = (MemorySegment) load.invokeExact(path, name, error, ERROR_BYTES);
      if (loaded.address() == 0) {
        throw new FailureException(new Failure.BadRunSpec(error.getString(0)));
      }
      return loaded;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  MemorySegment launch(MemorySegment program, int blocks, int threads, long context) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment error = arena.allocate(ERROR_BYTES);
      MemorySegment launched =
          (MemorySegment) launch.invokeExact(program, blocks, threads, context, error, ERROR_BYTES);
      if (launched.address() == 0) {
        throw new FailureException(new Failure.RuntimeError(error.getString(0)));
      }
      return launched;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  int poll(MemorySegment run) {
    try {
      return (int) poll.invokeExact(run);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  boolean hasReturned(MemorySegment run, int block) {
    try {
      return (int) hasReturned.invokeExact(run, block) != 0;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Fills a {@link EmulatorFault}. */
  void fault(MemorySegment run, MemorySegment out) {
    try {
      int found = (int) fault.invokeExact(run, out);
      assert found == 0 || found == 1 : found;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Of a run that has ended. */
  void freeLaunch(MemorySegment run) {
    try {
      freeLaunch.invokeExact(run);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static MethodHandle function(SymbolLookup symbols, String name, FunctionDescriptor type) {
    return Linker.nativeLinker().downcallHandle(symbols.findOrThrow(name), type);
  }

  private static RuntimeException unexpected(Throwable e) {
    if (e instanceof RuntimeException known) {
      return known;
    }
    return new IllegalStateException(e);
  }
}
