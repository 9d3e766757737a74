package org.gpurma.runtime.device.emulated;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.device.Run;
import org.gpurma.runtime.device.RunState;

/** A kernel of the emulator. */
record EmulatedProgram(EmulatorLibrary library, MemorySegment handle, int ranks)
    implements Program {

  private static final int STILL_RUNNING = 0;
  private static final int ENDED = 1;

  @Override
  public int fittingRanks(int threadsPerRank) {
    return ranks;
  }

  @Override
  public Run launch(int blocks, int threadsPerRank, long contextAddress) {
    MemorySegment run = library.launch(handle, blocks, threadsPerRank, contextAddress);
    return new EmulatedRun(library, run);
  }

  private record EmulatedRun(EmulatorLibrary library, MemorySegment run) implements Run {

    @Override
    public RunState poll() {
      return state(library, run);
    }

    @Override
    public boolean hasReturned(int block) {
      return library.hasReturned(run, block);
    }
  }

  static RunState state(EmulatorLibrary library, MemorySegment run) {
    return switch (library.poll(run)) {
      case STILL_RUNNING -> RunState.RUNNING;
      case ENDED -> RunState.ENDED;
      default -> fault(library, run);
    };
  }

  private static RunState fault(EmulatorLibrary library, MemorySegment run) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment fault = arena.allocate(EmulatorFault.BYTES, Long.BYTES);
      library.fault(run, fault);
      return EmulatorFault.read(fault);
    }
  }
}
