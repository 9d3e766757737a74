package org.gpurma.runtime.delivery;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.transfer.IncomingTransfer;

/** An access that waits for its turn, or whose bytes are on their way. Used again and again. */
final class Delivery {

  /** How its bytes get where they belong. */
  enum Kind {
    /** In the lane; the rank moves them. */
    PACKET,
    /** The device copies them out of the message. */
    COPY,
    /** They follow as a transfer. */
    BULK,
    /** The command thread reads them out of the window. */
    GET
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
  Delivery next;

  SharedMemory message = own;
  Home home = Home.OWN;
  int place;

  /** Its bytes are moving, or have moved. */
  boolean started;

  /** It was refused; nobody is notified. */
  boolean dropped;

  /** COPY: of the copy. */
  long ticket;

  /** BULK. */
  IncomingTransfer transfer;

  /** GET: where the bytes are, and that they have been read. */
  long source;

  boolean isRead;

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
    isRead = false;
    transfer = null;
    next = null;
  }
}
