package org.gpurma.runtime.delivery;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.network.MessageHeader;

/** An access that waits for its turn, or whose bytes are on their way. Used again and again. */
final class Delivery {

  /** How its bytes get where they belong. */
  enum Kind {
    /** In the lane; the rank moves them. */
    PACKET,
    /** The device copies them out of the message. */
    COPY
  }

  /** Who gets the message's memory back. */
  enum Home {
    OWN,
    SMALL_BLOCKS,
    LARGE_BLOCKS,
    NETWORK
  }

  private final SharedMemory own = ownMemory();

  Kind kind = Kind.PACKET;
  Home home = Home.OWN;
  int place;
  SharedMemory message = own;
  boolean started;
  boolean dropped;
  long ticket;
  Delivery next;

  private static SharedMemory ownMemory() {
    MemorySegment header = Arena.global().allocate(MessageHeader.BYTES, MessageHeader.BYTES);
    return new SharedMemory(header, header.address());
  }

  MemorySegment header() {
    return message.host();
  }

  int bytes() {
    return MessageHeader.payloadBytes(header());
  }

  /** Its message lies in its own memory: a header without payload. */
  void useOwnMemory() {
    use(own, Home.OWN, 0);
  }

  void use(SharedMemory memory, Home from, int index) {
    message = memory;
    home = from;
    place = index;
    started = false;
    dropped = false;
    next = null;
  }
}
