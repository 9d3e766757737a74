package org.gpurma.runtime.engine;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.gpurma.runtime.blockmanager.Departures;
import org.gpurma.runtime.delivery.Arrivals;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.network.CountedNetwork;
import org.gpurma.runtime.queue.FlaggedPieceWriter;
import org.gpurma.runtime.queue.SharedInts;

/**
 * What a process has done for its ranks, and whether anything is under way. Any thread may ask.
 * Counts never fall, and a cause counts as done only after its effects were counted, or while the
 * process is not idle: a command after the message that it sends, a message after the pieces that
 * it has written.
 */
public final class Progress {

  private final Departures departures;
  private final Arrivals arrivals;
  private final CountedNetwork departing;
  private final CountedNetwork arriving;
  private final List<MemorySegment> commandsConsumed;
  private final List<FlaggedPieceWriter> lanes;

  Progress(
      Departures departures,
      Arrivals arrivals,
      CountedNetwork departing,
      CountedNetwork arriving,
      JobMemory memory,
      List<FlaggedPieceWriter> lanes) {
    this.departures = departures;
    this.arrivals = arrivals;
    this.departing = departing;
    this.arriving = arriving;
    this.lanes = lanes;
    commandsConsumed =
        memory.hostAreas().stream()
            .map(SharedMemory::host)
            .map(area -> area.asSlice(memory.hostLayout().commandConsumed(), Integer.BYTES))
            .toList();
  }

  /** Messages handed to the network, those to this process included. */
  public long messagesSent() {
    return departing.sent() + arriving.sent();
  }

  /** Messages that were taken from the network. */
  public long messagesHandled() {
    return arrivals.handled();
  }

  /** Entries taken from the command queue of a rank of this process, modulo 2^32. */
  public int commandsDone(int deviceRank) {
    return SharedInts.getAcquire(commandsConsumed.get(deviceRank), 0);
  }

  /** Pieces written into the host's lane of a rank of this process, modulo 2^32. */
  public int piecesWritten(int deviceRank) {
    return lanes.get(deviceRank).published();
  }

  /**
   * Whether nothing that was taken up is unfinished: no command, message, copy or answer, and no
   * access that waits for room in a lane.
   */
  public boolean isIdle() {
    return departures.activity().isIdle() && arrivals.activity().isIdle();
  }
}
