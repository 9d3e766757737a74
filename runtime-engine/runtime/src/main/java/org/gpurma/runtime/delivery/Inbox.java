package org.gpurma.runtime.delivery;

import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.stall.StallMail;

/** Takes what arrives from other processes, in the order of arrival. */
final class Inbox {

  private static final int MESSAGES_A_CYCLE = 64;

  private final NetworkManager network;
  private final Deliveries deliveries;
  private final GetReplies gets;
  private final WorldBarrier barrier;
  private final FailureBoard failures;
  private final StallMail letters;
  private final SharedMemory[] slots;
  private int drained;
  private long handled;

  /** Takes the memory that the network receives into. */
  Inbox(
      NetworkManager network,
      SharedMemory memory,
      int slotBytes,
      Deliveries deliveries,
      GetReplies gets,
      WorldBarrier barrier,
      FailureBoard failures,
      StallMail letters) {
    this.network = network;
    this.deliveries = deliveries;
    this.gets = gets;
    this.barrier = barrier;
    this.failures = failures;
    this.letters = letters;
    slots = new SharedMemory[Math.toIntExact(memory.host().byteSize() / slotBytes)];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = memory.slice((long) i * slotBytes, slotBytes);
    }
  }

  /** Returns whether anything arrived. */
  boolean work() {
    int received = 0;
    while (received < MESSAGES_A_CYCLE) {
      int slot = network.receive();
      if (slot == NetworkManager.NOTHING) {
        break;
      }
      received++;
      if (accept(slots[slot], slot)) {
        network.release(slot);
      }
    }
    return received > 0;
  }

  /** How many processes have sent their last message. */
  int drainedProcesses() {
    return drained;
  }

  /** Messages taken, letters not counted. */
  long handled() {
    return handled;
  }

  /** Returns whether the receive buffer is free again. */
  private boolean accept(SharedMemory message, int slot) {
    MemorySegment header = message.host();
    if (letters.take(header)) {
      return true;
    }
    handled++;
    switch (MessageHeader.kind(header)) {
      case PUT -> {
        return deliveries.put(message, slot);
      }
      case GET_REPLY -> {
        return gets.reply(message, slot);
      }
      case PUT_BULK -> deliveries.takeLater(header, Delivery.Kind.BULK);
      case GET -> deliveries.takeLater(header, Delivery.Kind.GET);
      case GET_BULK -> gets.announce(header);
      case BARRIER_ARRIVE ->
          barrier.arrived(MessageHeader.process(header), MessageHeader.epoch(header));
      case BARRIER_RELEASE -> barrier.release(MessageHeader.epoch(header));
      case FAIL -> failures.reportPeer();
      case DRAINED -> {
        drained++;
        letters.ended(MessageHeader.process(header));
      }
      case NONE, WAIT_QUESTION, WAIT_ANSWER ->
          throw new IllegalStateException("a message without meaning arrived");
    }
    return true;
  }
}
