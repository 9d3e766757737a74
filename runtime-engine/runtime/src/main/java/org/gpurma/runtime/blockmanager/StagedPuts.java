package org.gpurma.runtime.blockmanager;

import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.OutboundMessage;
import org.gpurma.runtime.queue.SharedInts;

/**
 * A rank's puts on their way out of its staging slots. The rank takes slots in order, so they are
 * given back in order: the host publishes how many it has released.
 */
final class StagedPuts {

  private final RankMemory memory;
  private final PutDelivery delivery;
  private final SharedMemory[] slots;
  private final OutboundMessage[] messages;
  private final boolean[] local;
  private final long[] tickets;
  private int started;
  private int released;

  StagedPuts(RankMemory memory, NetworkManager network, PutDelivery delivery) {
    this.memory = memory;
    this.delivery = delivery;
    int count = memory.sizes().staging();
    slots = new SharedMemory[count];
    messages = new OutboundMessage[count];
    local = new boolean[count];
    tickets = new long[count];
    for (int i = 0; i < count; i++) {
      slots[i] = memory.stagingSlot(i);
      messages[i] = network.outbound(slots[i].host());
    }
  }

  SharedMemory slot(int slot) {
    return slots[slot];
  }

  int slots() {
    return slots.length;
  }

  /** Sends a slot, header and payload as one message. */
  void sendTo(int process, int slot, int payloadBytes) {
    local[slot] = false;
    messages[slot].send(process, MessageHeader.BYTES + payloadBytes);
    started++;
  }

  /** Delivers a slot to a rank of this process. */
  void deliverHere(int slot) {
    local[slot] = true;
    tickets[slot] = delivery.begin(slots[slot]);
    started++;
  }

  /** Releases the slots that are free again; returns whether there were any. */
  boolean release() {
    int before = released;
    while (released != started && isDone(released % slots.length)) {
      finish(released % slots.length);
      released++;
    }
    if (released != before) {
      SharedInts.setRelease(memory.area().host(), memory.layout().stagingReleased(), released);
    }
    return released != before;
  }

  boolean isEmpty() {
    return released == started;
  }

  private boolean isDone(int slot) {
    return local[slot] ? delivery.isCopied(tickets[slot]) : messages[slot].isSent();
  }

  private void finish(int slot) {
    if (local[slot] && tickets[slot] != PutDelivery.REFUSED) {
      delivery.finish(slots[slot].host());
    }
  }
}
