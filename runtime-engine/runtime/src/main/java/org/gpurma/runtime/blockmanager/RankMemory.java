package org.gpurma.runtime.blockmanager;

import org.gpurma.runtime.delivery.CompletedGets;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.queue.Acknowledgements;
import org.gpurma.runtime.queue.FlaggedPieceWriter;
import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.queue.FlaggedQueueWriter;
import org.gpurma.runtime.records.HostAreaLayout;
import org.gpurma.runtime.records.QueueSizes;

/**
 * The memory that one rank shares with the host, and the queues in it.
 *
 * @param area the rank's host area
 */
public record RankMemory(SharedMemory area, HostAreaLayout layout, QueueSizes sizes) {

  FlaggedQueueReader commands() {
    return new FlaggedQueueReader(
        area.host(), layout.commandRing(), layout.commandConsumed(), sizes.command());
  }

  Acknowledgements acknowledgements() {
    return new Acknowledgements(
        new FlaggedQueueWriter(
            area.host(), layout.ackRing(), layout.ackConsumed(), sizes.acknowledgement()));
  }

  public FlaggedPieceWriter lane() {
    return new FlaggedPieceWriter(
        area.host(), layout.lane(), layout.laneConsumed(), sizes.hostLane());
  }

  public CompletedGets completedGets() {
    return new CompletedGets(area.host(), layout.getsCompleted());
  }

  /** A staging slot: room for a message header, then the payload. */
  SharedMemory stagingSlot(int slot) {
    int bytes = HostAreaLayout.stagingSlotBytes(sizes);
    return area.slice(layout.staging() + (long) slot * bytes, bytes);
  }
}
