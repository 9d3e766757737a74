package org.gpurma.runtime.blockmanager;

import java.lang.foreign.MemorySegment;
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
  private final MemorySegment[] slots;
  private final OutboundMessage[] messages;
  private int started;
  private int released;

  StagedPuts(RankMemory memory, NetworkManager network) {
    this.memory = memory;
    int count = memory.sizes().staging();
    slots = new MemorySegment[count];
    messages = new OutboundMessage[count];
    for (int i = 0; i < count; i++) {
      SharedMemory slot = memory.stagingSlot(i);
      slots[i] = slot.host();
      messages[i] = network.outbound(slot.host());
    }
  }

  boolean holds(int slot, int bytes) {
    return slot >= 0
        && slot < slots.length
        && bytes >= 0
        && bytes <= memory.sizes().stagingPayloadBytes();
  }

  /** Where the header of a slot's message goes. */
  MemorySegment header(int slot) {
    return slots[slot];
  }

  /** Sends a slot, header and payload as one message. */
  void send(int process, int slot, int payloadBytes) {
    messages[slot].send(process, MessageHeader.BYTES + payloadBytes);
    started++;
  }

  /** Releases the slots that are free again; returns whether there were any. */
  boolean release() {
    int before = released;
    while (released != started && messages[released % slots.length].isSent()) {
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
}
