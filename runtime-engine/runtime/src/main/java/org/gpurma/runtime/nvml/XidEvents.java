package org.gpurma.runtime.nvml;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Optional;
import org.gpurma.runtime.nvml.NvmlLibrary.Function;

/** The errors that the driver reports of a GPU from now on. */
final class XidEvents {

  /** nvmlEventData_t. */
  static final StructLayout EVENT =
      MemoryLayout.structLayout(
          ADDRESS.withName("device"),
          JAVA_LONG.withName("eventType"),
          JAVA_LONG.withName("eventData"),
          JAVA_INT.withName("gpuInstanceId"),
          JAVA_INT.withName("computeInstanceId"));

  private static final long XID_CRITICAL_ERROR = 0x8;
  private static final int NO_WAIT = 0;

  /** A GPU may report faster than it is listened to. */
  private static final int MOST_A_POLL = 64;

  private final MemorySegment event = Arena.ofAuto().allocate(EVENT);
  private final Optional<Function> wait;
  private final MemorySegment set;
  private int count;
  private long last;

  XidEvents(NvmlLibrary library, MemorySegment device) {
    MemorySegment created = Arena.ofAuto().allocate(ADDRESS);
    boolean hears =
        library
                .function("nvmlEventSetCreate", ADDRESS)
                .map(create -> create.succeeds(created))
                .orElse(false)
            && library
                .function("nvmlDeviceRegisterEvents", ADDRESS, JAVA_LONG, ADDRESS)
                .map(
                    register ->
                        register.succeeds(device, XID_CRITICAL_ERROR, created.get(ADDRESS, 0)))
                .orElse(false);
    set = created.get(ADDRESS, 0);
    wait =
        hears
            ? library.function("nvmlEventSetWait_v2", ADDRESS, ADDRESS, JAVA_INT)
            : Optional.empty();
  }

  /** Takes what has happened since. */
  void poll() {
    int taken = 0;
    while (taken < MOST_A_POLL && wait.isPresent() && wait.get().succeeds(set, event, NO_WAIT)) {
      count++;
      last = event.get(JAVA_LONG, EVENT.byteOffset(PathElement.groupElement("eventData")));
      taken++;
    }
  }

  int count() {
    return count;
  }

  /** Its number; 0 where none has happened. */
  long last() {
    return last;
  }
}
