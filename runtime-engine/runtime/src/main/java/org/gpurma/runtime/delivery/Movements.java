package org.gpurma.runtime.delivery;

import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.transfer.IncomingTransfer;
import org.gpurma.runtime.transfer.IncomingTransfers;

/** Moves the bytes of accesses into windows, and has others read. The receive thread's. */
final class Movements {

  private final Device device;
  private final WindowAccess windows;
  private final IncomingTransfers transfers;
  private final GetServer gets;
  private volatile boolean abandoned;

  Movements(Device device, WindowAccess windows, IncomingTransfers transfers, GetServer gets) {
    this.device = device;
    this.windows = windows;
    this.transfers = transfers;
    this.gets = gets;
  }

  /** The device is dead: whatever is on its way, or comes now, is dropped. Any thread. */
  void abandon() {
    abandoned = true;
  }

  boolean isAbandoned() {
    return abandoned;
  }

  /** Starts an access whose bytes do not travel in the lane; false where it must wait. */
  boolean start(Delivery delivery) {
    if (!hasRoomFor(delivery)) {
      return false;
    }
    delivery.started = true;
    long address = abandoned ? WindowAccess.REFUSED : windows.address(delivery.header());
    delivery.dropped = address == WindowAccess.REFUSED;
    switch (delivery.kind) {
      case COPY -> delivery.ticket = delivery.dropped ? 0 : copy(delivery, address);
      case BULK -> startTransfer(delivery, address);
      case GET -> read(delivery, address);
      case PACKET -> throw new IllegalStateException("a packet is the rank's to move");
    }
    return true;
  }

  /** Whether what is started now comes to the device behind this one's bytes. */
  boolean isWritten(Delivery delivery) {
    return switch (delivery.kind) {
      case COPY -> true;
      case BULK -> delivery.transfer.isWritten();
      case GET, PACKET -> false;
    };
  }

  /** Whether the bytes are where they belong. */
  boolean isDone(Delivery delivery) {
    return delivery.started
        && switch (delivery.kind) {
          case COPY -> abandoned || device.isCopied(delivery.ticket);
          case BULK -> delivery.transfer.isOver();
          case GET -> delivery.isRead;
          case PACKET -> false;
        };
  }

  /**
   * Goes on with a transfer; returns whether anything moved.
   *
   * @param othersAreWritten the bytes of all accesses before it
   * @param othersAreDone they are where they belong
   */
  boolean advance(Delivery bulk, boolean othersAreWritten, boolean othersAreDone) {
    if (abandoned) {
      bulk.transfer.discard();
    }
    return bulk.transfer.work(transfers.writeDirectly() ? othersAreDone : othersAreWritten);
  }

  /** The access is over. */
  void end(Delivery delivery) {
    if (delivery.transfer != null) {
      transfers.give(delivery.transfer);
    }
  }

  private boolean hasRoomFor(Delivery delivery) {
    if (delivery.kind == Delivery.Kind.BULK && delivery.transfer == null) {
      delivery.transfer = transfers.take();
      return delivery.transfer != null;
    }
    return delivery.kind != Delivery.Kind.GET || gets.hasRoom();
  }

  private long copy(Delivery delivery, long address) {
    return device.startCopy(address, delivery.message, MessageHeader.BYTES, delivery.bytes());
  }

  private void startTransfer(Delivery delivery, long address) {
    delivery.transfer.start(
        MessageHeader.process(delivery.header()),
        MessageHeader.transfer(delivery.header()),
        delivery.dropped ? IncomingTransfer.NOWHERE : address,
        delivery.bytes());
  }

  private void read(Delivery delivery, long address) {
    if (delivery.dropped) {
      delivery.isRead = true;
    } else {
      delivery.source = address;
      gets.ask(delivery);
    }
  }
}
