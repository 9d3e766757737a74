package org.gpurma.runtime.delivery;

import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.MessageKind;
import org.gpurma.runtime.records.WindowHandle;
import org.gpurma.runtime.topology.JobTopology;

/** Sees that an access from elsewhere stays within a window that exists. */
final class WindowAccess {

  /** No device address. */
  static final long REFUSED = -1;

  private final JobTopology topology;
  private final WindowTable windows;
  private final FailureBoard failures;

  WindowAccess(JobTopology topology, WindowTable windows, FailureBoard failures) {
    this.topology = topology;
    this.windows = windows;
    this.failures = failures;
  }

  /**
   * Where the access begins in device memory; {@link #REFUSED}, and the job ends, if it may not.
   */
  long address(MemorySegment header) {
    int rank = MessageHeader.target(header) - topology.rankStart();
    int window = MessageHeader.window(header);
    if (!windows.isAlive(window, rank)) {
      return refuse(
          header, "which has no such window (freed before this arrived, or never created)");
    }
    long size = windows.bytes(window, rank);
    long offset = MessageHeader.offset(header);
    int bytes = MessageHeader.payloadBytes(header);
    if (offset < 0 || bytes < 0 || bytes > size || offset > size - bytes) {
      return refuse(header, "whose part has " + size + " bytes");
    }
    return windows.base(window, rank) + offset;
  }

  private long refuse(MemorySegment header, String why) {
    boolean isGet = MessageHeader.kind(header) == MessageKind.GET;
    failures.report(
        new Failure.WindowMisuse(
            OptionalInt.of(MessageHeader.origin(header)),
            "rank %d %s %d bytes at offset %d %s %s of rank %d, %s"
                .formatted(
                    MessageHeader.origin(header),
                    isGet ? "gets" : "put",
                    MessageHeader.payloadBytes(header),
                    MessageHeader.offset(header),
                    isGet ? "of" : "into",
                    WindowHandle.describe(MessageHeader.window(header)),
                    MessageHeader.target(header),
                    why)));
    return REFUSED;
  }
}
