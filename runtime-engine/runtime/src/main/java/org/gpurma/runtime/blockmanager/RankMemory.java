package org.gpurma.runtime.blockmanager;

import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.queue.Acknowledgements;
import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.queue.FlaggedQueueWriter;
import org.gpurma.runtime.queue.Notifications;
import org.gpurma.runtime.records.EntryDescriptor;
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
            area.host(),
            layout.ackRing(),
            layout.ackConsumed(),
            sizes.acknowledgement(),
            EntryDescriptor.PIECES));
  }

  /** Takes the bound of those that wait for room. */
  public Notifications notifications(int bound) {
    return new Notifications(
        new FlaggedQueueWriter(
            area.host(), layout.noteRing(), layout.noteConsumed(), sizes.hostNote(), 1),
        bound);
  }

  /** A staging slot: room for a message header, then the payload. */
  SharedMemory stagingSlot(int slot) {
    int bytes = HostAreaLayout.stagingSlotBytes(sizes);
    return area.slice(layout.staging() + (long) slot * bytes, bytes);
  }
}
