package org.gpurma.runtime.blockmanager;

import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.stall.StallMail;

/** Handles what arrives from other processes, strictly in the order of arrival. */
public final class Inbox {

  private static final long COPIED = 0;

  private final NetworkManager network;
  private final PutDelivery delivery;
  private final WorldBarrier barrier;
  private final FailureBoard failures;
  private final StallMail letters;
  private final SharedMemory[] slots;
  private final long[] tickets;
  private int oldest;
  private int held;
  private int drained;

  /** Takes the memory that the network receives into. */
  public Inbox(
      NetworkManager network,
      SharedMemory memory,
      int slotBytes,
      PutDelivery delivery,
      WorldBarrier barrier,
      FailureBoard failures,
      StallMail letters) {
    this.network = network;
    this.delivery = delivery;
    this.barrier = barrier;
    this.failures = failures;
    this.letters = letters;
    int count = Math.toIntExact(memory.host().byteSize() / slotBytes);
    slots = new SharedMemory[count];
    tickets = new long[count];
    for (int i = 0; i < count; i++) {
      slots[i] = memory.slice((long) i * slotBytes, slotBytes);
    }
  }

  /** Returns whether there was anything to do. */
  public boolean work() {
    boolean worked = false;
    int slot = network.receive();
    while (slot != NetworkManager.NOTHING) {
      tickets[slot] = accept(slots[slot]);
      held++;
      worked = true;
      slot = network.receive();
    }
    return release() || worked;
  }

  /** How many other processes have sent their last message. */
  public int drainedProcesses() {
    return drained;
  }

  /** Whether everything that arrived is where it belongs. */
  public boolean isEmpty() {
    return held == 0;
  }

  private long accept(SharedMemory message) {
    var header = message.host();
    switch (MessageHeader.kind(header)) {
      case PUT -> {
        return delivery.begin(message);
      }
      case BARRIER_ARRIVE ->
          barrier.arrived(MessageHeader.process(header), MessageHeader.epoch(header));
      case BARRIER_RELEASE -> barrier.release(MessageHeader.epoch(header));
      case FAIL -> failures.reportPeer();
      case DRAINED -> drained++;
      case WAIT_QUESTION, WAIT_ANSWER -> letters.take(header);
      case NONE -> throw new IllegalStateException("an empty message arrived");
    }
    return COPIED;
  }

  private boolean release() {
    boolean released = false;
    while (held > 0 && delivery.isCopied(tickets[oldest])) {
      finish(oldest);
      network.release(oldest);
      oldest = (oldest + 1) % slots.length;
      held--;
      released = true;
    }
    return released;
  }

  private void finish(int slot) {
    boolean isPut =
        switch (MessageHeader.kind(slots[slot].host())) {
          case PUT -> true;
          case NONE, BARRIER_ARRIVE, BARRIER_RELEASE, FAIL, DRAINED, WAIT_QUESTION, WAIT_ANSWER ->
              false;
        };
    if (isPut && tickets[slot] != PutDelivery.REFUSED) {
      delivery.finish(slots[slot].host());
    }
  }
}
