package org.gpurma.runtime.blockmanager;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalInt;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.queue.Notifications;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.records.WindowHandle;
import org.gpurma.runtime.topology.JobTopology;

/**
 * Brings puts into the windows of this process's ranks: first the payload, then, once it is there,
 * the notification.
 */
public final class PutDelivery {

  /** The ticket of a put that was refused. */
  static final long REFUSED = -1;

  private final Device device;
  private final JobTopology topology;
  private final WindowTable windows;
  private final List<Notifications> notifications;
  private final FailureBoard failures;

  private boolean abandoned;

  /** Takes the notifications of the ranks of this process, by rank. */
  public PutDelivery(
      Device device,
      JobTopology topology,
      WindowTable windows,
      List<Notifications> notifications,
      FailureBoard failures) {
    this.device = device;
    this.topology = topology;
    this.windows = windows;
    this.notifications = notifications;
    this.failures = failures;
  }

  /** The device is dead: whatever is on its way, or comes now, is dropped. */
  public void abandon() {
    abandoned = true;
  }

  /**
   * Starts the copy of a message's payload, which lies behind its header.
   *
   * @return the copy's ticket, or {@link #REFUSED}
   */
  long begin(SharedMemory message) {
    if (abandoned) {
      return REFUSED;
    }
    MemorySegment header = message.host();
    int rank = MessageHeader.target(header) - topology.rankStart();
    int window = MessageHeader.window(header);
    long offset = MessageHeader.offset(header);
    int bytes = MessageHeader.payloadBytes(header);
    if (!windows.isAlive(window, rank)) {
      refuse(header, "which has no such window (freed before the put arrived, or never created)");
      return REFUSED;
    }
    long size = windows.bytes(window, rank);
    if (offset < 0 || bytes > size || offset > size - bytes) {
      refuse(header, "whose part has " + size + " bytes");
      return REFUSED;
    }
    if (bytes == 0) {
      return 0;
    }
    return device.startCopy(
        windows.base(window, rank) + offset, message, MessageHeader.BYTES, bytes);
  }

  boolean isCopied(long ticket) {
    return abandoned || ticket == REFUSED || device.isCopied(ticket);
  }

  /** The payload is in the window. */
  void finish(MemorySegment header) {
    if (abandoned || (MessageHeader.flags(header) & CommandDescriptor.PUT_NOTIFIES) == 0) {
      return;
    }
    int rank = MessageHeader.target(header) - topology.rankStart();
    boolean posted =
        notifications
            .get(rank)
            .post(
                MessageHeader.window(header),
                MessageHeader.source(header),
                MessageHeader.tag(header));
    if (!posted) {
      failures.report(
          new Failure.NotificationOverflow(
              OptionalInt.of(MessageHeader.target(header)),
              "rank %d takes no notifications: too many from other devices wait for it"
                  .formatted(MessageHeader.target(header))));
    }
  }

  private void refuse(MemorySegment header, String why) {
    failures.report(
        new Failure.WindowMisuse(
            OptionalInt.of(MessageHeader.origin(header)),
            "rank %d put %d bytes at offset %d into %s of rank %d, %s"
                .formatted(
                    MessageHeader.origin(header),
                    MessageHeader.payloadBytes(header),
                    MessageHeader.offset(header),
                    WindowHandle.describe(MessageHeader.window(header)),
                    MessageHeader.target(header),
                    why)));
  }
}
