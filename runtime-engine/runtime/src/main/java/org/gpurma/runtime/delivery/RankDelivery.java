package org.gpurma.runtime.delivery;

import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.MessageKind;

/**
 * Brings accesses to one rank in the order in which they came: those that find room straight into
 * its lane, others by way of a queue.
 *
 * <p>Bytes that are copied into a window must not be overtaken by bytes that came before: a copy
 * starts when the rank has moved all payloads out of its lane.
 */
final class RankDelivery {

  private final int rank;
  private final int bound;
  private final HostLane lane;
  private final Movements movements;
  private final WaitingStore store;

  private Delivery first;
  private Delivery last;

  /** All before it are started. */
  private Delivery nextToStart;

  private int waiting;
  private boolean closed;

  /**
   * @param rank in WORLD
   * @param bound of the accesses that wait
   */
  RankDelivery(int rank, int bound, HostLane lane, Movements movements, WaitingStore store) {
    this.rank = rank;
    this.bound = bound;
    this.lane = lane;
    this.movements = movements;
    this.store = store;
  }

  int rank() {
    return rank;
  }

  /** Pieces written into the rank's lane, modulo 2^32. */
  int piecesWritten() {
    return lane.piecesWritten();
  }

  /** Writes a message into the lane, if it may go at once and there is room. */
  boolean writeNow(MemorySegment message) {
    if (first != null || closed || !lane.hasRoom(MessageHeader.payloadBytes(message))) {
      return false;
    }
    lane.writePacket(message, message, MessageHeader.BYTES);
    return true;
  }

  boolean isEmpty() {
    return first == null;
  }

  /** Accesses that are not delivered yet. */
  int waiting() {
    return waiting;
  }

  /** Whether a copy that is appended now starts at once. */
  boolean copiesStartAtOnce() {
    return nextToStart == null && mayStart(Delivery.Kind.COPY);
  }

  /** Appends a copy of a message; false, and it is dropped, where there is no room for it. */
  boolean keep(MemorySegment message) {
    Delivery delivery = waiting == bound ? null : store.keep(message);
    if (delivery == null) {
      return false;
    }
    append(delivery);
    return true;
  }

  /** Appends a message that is copied into its window from where it was received. */
  void hold(SharedMemory message, int receiveSlot) {
    append(store.hold(message, receiveSlot));
  }

  /** Appends an access whose message has no payload behind it; false where too many wait. */
  boolean keepHeader(MemorySegment message, Delivery.Kind kind) {
    if (waiting == bound) {
      return false;
    }
    append(store.keepHeader(message, kind));
    return true;
  }

  private void append(Delivery delivery) {
    if (closed && delivery.kind == Delivery.Kind.PACKET) {
      delivery.kind = Delivery.Kind.COPY;
    }
    if (first == null) {
      first = delivery;
    } else {
      last.next = delivery;
    }
    last = delivery;
    if (nextToStart == null && !delivery.started) {
      nextToStart = delivery;
    }
    waiting++;
  }

  /**
   * The rank has finished and takes nothing any more: payloads that are in its lane, and what comes
   * now, are copied into its windows; nobody is notified.
   *
   * @param room for one message
   */
  void close(MemorySegment room) {
    Delivery rest = first;
    first = null;
    last = null;
    nextToStart = null;
    waiting = 0;
    closed = true;
    MessageHeader.putRanks(room, MessageKind.PUT, 0, rank, rank);
    lane.readUntaken(room, this::keep);
    while (rest != null) {
      Delivery delivery = rest;
      rest = delivery.next;
      delivery.next = null;
      append(delivery);
    }
  }

  /** Delivers and starts what can be; returns whether there was any. */
  boolean advance() {
    boolean advanced = advanceTransfers();
    while (first != null && deliver(first)) {
      removeFirst();
      advanced = true;
    }
    while (nextToStart != null && mayStart(nextToStart.kind) && movements.start(nextToStart)) {
      nextToStart = nextToStart.next;
      advanced = true;
    }
    return advanced;
  }

  private boolean advanceTransfers() {
    boolean advanced = false;
    boolean areWritten = true;
    for (Delivery started = first; started != nextToStart; started = started.next) {
      if (started.kind == Delivery.Kind.BULK) {
        advanced |= movements.advance(started, areWritten, started == first);
      }
      areWritten &= movements.isWritten(started);
    }
    return advanced;
  }

  private boolean deliver(Delivery delivery) {
    return switch (delivery.kind) {
      case PACKET -> movements.isAbandoned() || deliverPacket(delivery);
      case COPY -> movements.isAbandoned() || deliverDirect(delivery);
      case BULK, GET -> (movements.isAbandoned() && !delivery.started) || deliverDirect(delivery);
    };
  }

  private boolean deliverPacket(Delivery delivery) {
    if (!lane.hasRoom(delivery.bytes())) {
      return false;
    }
    lane.writePacket(delivery.header(), delivery.header(), MessageHeader.BYTES);
    return true;
  }

  private boolean deliverDirect(Delivery delivery) {
    if (!movements.isDone(delivery)) {
      return false;
    }
    if (closed || delivery.dropped || MessageHeader.flags(delivery.header()) == 0) {
      return true;
    }
    if (!lane.hasRoom(0)) {
      return false;
    }
    lane.writeDirect(delivery.header());
    return true;
  }

  /** Whether an access behind all that are started would come after them. */
  private boolean mayStart(Delivery.Kind kind) {
    if (!closed && !lane.packetsAreTaken()) {
      return false;
    }
    return switch (kind) {
      case PACKET -> false;
      case COPY -> allStarted(Delivery.Kind.GET, false) && allAreWritten();
      case BULK -> allStarted(Delivery.Kind.GET, false);
      case GET -> allStarted(Delivery.Kind.GET, true);
    };
  }

  /** Whether all started accesses are of a kind, or none is. */
  private boolean allStarted(Delivery.Kind kind, boolean are) {
    for (Delivery started = first; started != nextToStart; started = started.next) {
      if ((started.kind == kind) != are) {
        return false;
      }
    }
    return true;
  }

  private boolean allAreWritten() {
    for (Delivery started = first; started != nextToStart; started = started.next) {
      if (!movements.isWritten(started)) {
        return false;
      }
    }
    return true;
  }

  private void removeFirst() {
    Delivery delivery = first;
    first = delivery.next;
    if (nextToStart == delivery) {
      nextToStart = first;
    }
    waiting--;
    movements.end(delivery);
    store.release(delivery);
  }
}
