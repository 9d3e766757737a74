package org.gpurma.runtime.device.emulated;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.OptionalInt;
import org.gpurma.runtime.device.RunState;

/**
 * The emulator's report of a block that died.
 *
 * <pre>
 *   0        4        8        12       16               24                       120
 *   +--------+--------+--------+--------+----------------+------------------------+
 *   | block  | thread | signal |reserved|    address     |     message (96 B)     |
 *   +--------+--------+--------+--------+----------------+------------------------+
 * </pre>
 */
final class EmulatorFault {

  static final long BYTES = 120;

  private static final long BLOCK = 0;
  private static final long SIGNAL = 8;
  private static final long THREAD = 4;
  private static final long ADDRESS = 16;
  private static final long MESSAGE = 24;
  private static final int NO_BLOCK = -1;
  private static final int SIGBUS = 7;
  private static final int SIGSEGV = 11;

  private EmulatorFault() {}

  static RunState.Faulted read(MemorySegment fault) {
    int signal = fault.get(ValueLayout.JAVA_INT, SIGNAL);
    int block = fault.get(ValueLayout.JAVA_INT, BLOCK);
    RunState.FaultKind kind =
        signal == SIGSEGV || signal == SIGBUS
            ? RunState.FaultKind.ILLEGAL_ADDRESS
            : RunState.FaultKind.DEVICE_ERROR;
    return new RunState.Faulted(
        kind,
        message(kind, fault),
        block == NO_BLOCK ? OptionalInt.empty() : OptionalInt.of(block));
  }

  private static String message(RunState.FaultKind kind, MemorySegment fault) {
    String text =
        "thread %d: %s"
            .formatted(fault.get(ValueLayout.JAVA_INT, THREAD), fault.getString(MESSAGE));
    return switch (kind) {
      case ILLEGAL_ADDRESS ->
          text + " 0x" + Long.toHexString(fault.get(ValueLayout.JAVA_LONG, ADDRESS));
      case DEVICE_ERROR -> text;
    };
  }
}
