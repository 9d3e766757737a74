package org.gpurma.runtime.delivery;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.records.LaneDescriptor;

/**
 * Where accesses wait that cannot be delivered at once, so that no receive buffer waits for a rank.
 * The room for payloads is bounded; half of it is for puts that fit in a lane, half for larger
 * ones.
 */
final class WaitingStore {

  private static final int SMALL_BLOCK_BYTES = MessageHeader.BYTES + LaneDescriptor.PACKET_BYTES;

  private final BlockPool small;
  private final BlockPool large;
  private final NetworkManager network;
  private final ArrayDeque<Delivery> unused = new ArrayDeque<>();

  /**
   * @param memory for payloads
   * @param messageBytes of the largest message
   */
  WaitingStore(SharedMemory memory, int messageBytes, NetworkManager network) {
    long half = memory.host().byteSize() / 2;
    small = new BlockPool(memory.slice(0, half), SMALL_BLOCK_BYTES);
    large = new BlockPool(memory.slice(half, half), messageBytes);
    this.network = network;
  }

  /** Copies a message, whose own memory is then free; null where there is no room. */
  Delivery keep(MemorySegment message) {
    int payload = MessageHeader.payloadBytes(message);
    Delivery delivery = unused();
    if (payload == 0) {
      delivery.useOwnMemory();
    } else if (!takeBlock(delivery, payload)) {
      unused.add(delivery);
      return null;
    }
    delivery.kind =
        payload <= LaneDescriptor.PACKET_BYTES ? Delivery.Kind.PACKET : Delivery.Kind.COPY;
    MemorySegment.copy(message, 0, delivery.header(), 0, MessageHeader.BYTES + payload);
    return delivery;
  }

  /** Copies a message that has no payload behind it, of whichever bytes it speaks. */
  Delivery keepHeader(MemorySegment message, Delivery.Kind kind) {
    Delivery delivery = unused();
    delivery.useOwnMemory();
    delivery.kind = kind;
    MemorySegment.copy(message, 0, delivery.header(), 0, MessageHeader.BYTES);
    return delivery;
  }

  /** Keeps a message where it was received. */
  Delivery hold(SharedMemory message, int receiveSlot) {
    Delivery delivery = unused();
    delivery.use(message, Delivery.Home.NETWORK, receiveSlot);
    delivery.kind = Delivery.Kind.COPY;
    return delivery;
  }

  void release(Delivery delivery) {
    switch (delivery.home) {
      case OWN -> {}
      case SMALL_BLOCKS -> small.give(delivery.place);
      case LARGE_BLOCKS -> large.give(delivery.place);
      case NETWORK -> network.release(delivery.place);
    }
    unused.add(delivery);
  }

  private Delivery unused() {
    return unused.isEmpty() ? new Delivery() : unused.remove();
  }

  private boolean takeBlock(Delivery delivery, int payload) {
    boolean isSmall = payload <= LaneDescriptor.PACKET_BYTES;
    BlockPool pool = isSmall ? small : large;
    int block = pool.take();
    if (block != BlockPool.NONE) {
      delivery.use(
          pool.block(block),
          isSmall ? Delivery.Home.SMALL_BLOCKS : Delivery.Home.LARGE_BLOCKS,
          block);
    }
    return block != BlockPool.NONE;
  }
}
