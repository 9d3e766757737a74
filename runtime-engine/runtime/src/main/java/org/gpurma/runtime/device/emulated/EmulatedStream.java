package org.gpurma.runtime.device.emulated;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.gpurma.runtime.device.KernelStream;
import org.gpurma.runtime.device.RunState;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;

/** Does everything at once, on the calling thread or while it waits. */
record EmulatedStream(EmulatorLibrary library, Path binary) implements KernelStream {

  @Override
  public Work kernel(String name, int blocks, int threads, MemorySegment argument) {
    MemorySegment program = library.load(binary, name);
    return () -> {
      MemorySegment run = library.launch(program, blocks, threads, argument.address());
      await(name, run);
      library.freeLaunch(run);
    };
  }

  private void await(String name, MemorySegment run) {
    while (isRunning(name, EmulatedProgram.state(library, run))) {
      Thread.yield();
    }
  }

  private static boolean isRunning(String name, RunState state) {
    return switch (state) {
      case RunState.Running _ -> true;
      case RunState.Ended _ -> false;
      case RunState.Faulted fault ->
          throw new FailureException(
              new Failure.DeviceError(
                  OptionalInt.empty(), "kernel %s: %s".formatted(name, fault.message())));
    };
  }

  @Override
  public Work copyIn(long deviceAddress, MemorySegment from) {
    MemorySegment device = memory(deviceAddress, from.byteSize());
    return () -> device.copyFrom(from);
  }

  @Override
  public Work copyOut(MemorySegment to, long deviceAddress) {
    MemorySegment device = memory(deviceAddress, to.byteSize());
    return () -> to.copyFrom(device);
  }

  @Override
  public void synchronize() {}

  private static MemorySegment memory(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }
}
