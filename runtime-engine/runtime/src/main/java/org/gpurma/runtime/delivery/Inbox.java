package org.gpurma.runtime.delivery;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.queue.Activity;

/** Takes what arrives from other processes, in the order of arrival. */
final class Inbox {

  private static final int MESSAGES_A_CYCLE = 64;

  private final NetworkManager network;
  private final Deliveries deliveries;
  private final GetReplies gets;
  private final WorldBarrier barrier;
  private final FailureBoard failures;
  private final SharedMemory[] slots;
  private final Activity activity;
  private final AtomicLong handled = new AtomicLong();
  private int drained;

  /** Takes the memory that the network receives into. */
  Inbox(
      NetworkManager network,
      SharedMemory memory,
      int slotBytes,
      Deliveries deliveries,
      GetReplies gets,
      WorldBarrier barrier,
      Activity activity,
      FailureBoard failures) {
    this.network = network;
    this.deliveries = deliveries;
    this.gets = gets;
    this.barrier = barrier;
    this.activity = activity;
    this.failures = failures;
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
      activity.begin();
      if (accept(slots[slot], slot)) {
        network.release(slot);
      }
      handled.setRelease(handled.getPlain() + 1);
    }
    return received > 0;
  }

  /** Messages taken from the network. Any thread. */
  long handled() {
    return handled.getAcquire();
  }

  /** How many processes have sent their last message. */
  int drainedProcesses() {
    return drained;
  }

  /** Returns whether the receive buffer is free again. */
  private boolean accept(SharedMemory message, int slot) {
    MemorySegment header = message.host();
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
      case DRAINED -> drained++;
      case NONE -> throw new IllegalStateException("an empty message arrived");
    }
    return true;
  }
}
