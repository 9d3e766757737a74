package org.gpurma.runtime.delivery;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.transfer.IncomingTransfers;

/**
 * Brings the bytes of gets to the ranks of this process that asked for them. The receive thread's.
 */
final class GetReplies {

  private final int rankStart;
  private final Device device;
  private final List<CompletedGets> ranks;
  private final IncomingTransfers transfers;
  private final WaitingStore store;

  private Delivery first;
  private Delivery last;

  GetReplies(
      int rankStart,
      Device device,
      List<CompletedGets> ranks,
      IncomingTransfers transfers,
      WaitingStore store) {
    this.rankStart = rankStart;
    this.device = device;
    this.ranks = ranks;
    this.transfers = transfers;
    this.store = store;
  }

  /**
   * Takes an answer with its bytes.
   *
   * @return whether its receive buffer is free again
   */
  boolean reply(SharedMemory message, int receiveSlot) {
    MemorySegment header = message.host();
    int bytes = MessageHeader.payloadBytes(header);
    if (bytes == 0) {
      complete(header);
      return true;
    }
    Delivery delivery = store.hold(message, receiveSlot);
    delivery.ticket =
        device.startCopy(MessageHeader.buffer(header), message, MessageHeader.BYTES, bytes);
    append(delivery);
    return false;
  }

  /** Takes an answer whose bytes follow. */
  void announce(MemorySegment header) {
    append(store.keepHeader(header, Delivery.Kind.BULK));
  }

  boolean isEmpty() {
    return first == null;
  }

  /** Returns whether anything moved. */
  boolean work() {
    boolean worked = false;
    Delivery before = null;
    Delivery delivery = first;
    while (delivery != null) {
      Delivery behind = delivery.next;
      worked |= advance(delivery);
      if (isDone(delivery)) {
        remove(delivery, before);
        worked = true;
      } else {
        before = delivery;
      }
      delivery = behind;
    }
    return worked;
  }

  private boolean advance(Delivery delivery) {
    if (delivery.kind != Delivery.Kind.BULK) {
      return false;
    }
    if (delivery.transfer != null) {
      return delivery.transfer.work(true);
    }
    delivery.transfer = transfers.take();
    if (delivery.transfer == null) {
      return false;
    }
    MemorySegment header = delivery.header();
    delivery.transfer.start(
        MessageHeader.process(header),
        MessageHeader.transfer(header),
        MessageHeader.buffer(header),
        MessageHeader.payloadBytes(header));
    return delivery.transfer.work(true);
  }

  private boolean isDone(Delivery delivery) {
    return delivery.kind == Delivery.Kind.BULK
        ? delivery.transfer != null && delivery.transfer.isOver()
        : device.isCopied(delivery.ticket);
  }

  private void append(Delivery delivery) {
    if (first == null) {
      first = delivery;
    } else {
      last.next = delivery;
    }
    last = delivery;
  }

  private void remove(Delivery delivery, Delivery before) {
    if (before == null) {
      first = delivery.next;
    } else {
      before.next = delivery.next;
    }
    if (last == delivery) {
      last = before;
    }
    complete(delivery.header());
    if (delivery.transfer != null) {
      transfers.give(delivery.transfer);
    }
    store.release(delivery);
  }

  private void complete(MemorySegment header) {
    ranks.get(MessageHeader.origin(header) - rankStart).complete(MessageHeader.get(header));
  }
}
