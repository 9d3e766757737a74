package org.gpurma.runtime.transfer;

import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.OutboundMessage;

/**
 * Sends bytes of device memory to another process, chunk after chunk: while one is sent, the next
 * is copied to pinned memory. Where the network reads device memory, nothing is copied. Used again
 * and again.
 */
public final class OutgoingTransfer {

  private final int index;
  private final Device device;
  private final NetworkManager network;
  private final ChunkSizes sizes;
  private final SharedMemory[] memory = new SharedMemory[ChunkSizes.DEPTH];
  private final OutboundMessage[] pinned = new OutboundMessage[ChunkSizes.DEPTH];
  private final OutboundMessage[] messages = new OutboundMessage[ChunkSizes.DEPTH];
  private final long[] tickets = new long[ChunkSizes.DEPTH];

  private SourceOwner owner;
  private int token;
  private int process;
  private int number;
  private long source;
  private Chunks chunks = Chunks.NONE;

  /** Chunks, from the first one: read or being read, sent or being sent, gone. */
  private int read;

  private int sent;
  private int gone;

  OutgoingTransfer(
      int index, Device device, NetworkManager network, ChunkSizes sizes, SharedMemory room) {
    this.index = index;
    this.device = device;
    this.network = network;
    this.sizes = sizes;
    for (int i = 0; i < ChunkSizes.DEPTH; i++) {
      memory[i] = room.slice((long) i * sizes.chunkBytes(), sizes.chunkBytes());
      pinned[i] = network.outbound(memory[i].host());
    }
  }

  /** Among all outgoing transfers, under way or not. */
  public int index() {
    return index;
  }

  /** By what the receiver knows it. */
  public int number() {
    return number;
  }

  /** What its owner knows it by. */
  public int token() {
    return token;
  }

  void renumber(int next) {
    number = next;
  }

  /**
   * Begins. The receiver has been told, or will be next.
   *
   * @param forOwner is told once when the source has been read
   */
  public void start(int target, long address, long bytes, SourceOwner forOwner, int itsToken) {
    process = target;
    source = address;
    chunks = sizes.cut(bytes);
    owner = forOwner;
    token = itsToken;
    read = 0;
    sent = 0;
    gone = 0;
  }

  boolean isOver() {
    return gone == chunks.count() && owner == null;
  }

  /** Returns whether anything moved. */
  boolean work() {
    int before = read + sent + gone;
    while (gone < sent && messages[gone % ChunkSizes.DEPTH].isSent()) {
      gone++;
    }
    while (sent < read && isRead(sent)) {
      send(sent++);
    }
    while (read < chunks.count() && read - gone < ChunkSizes.DEPTH) {
      read(read++);
    }
    if (owner != null && (sizes.direct() ? gone : sent) == chunks.count()) {
      SourceOwner told = owner;
      owner = null;
      told.sourceIsFree(this);
      return true;
    }
    return read + sent + gone != before;
  }

  private void read(int chunk) {
    int slot = chunk % ChunkSizes.DEPTH;
    long address = source + chunks.offset(chunk);
    if (sizes.direct()) {
      messages[slot] =
          network.outbound(MemorySegment.ofAddress(address).reinterpret(chunks.bytes(chunk)));
    } else {
      messages[slot] = pinned[slot];
      tickets[slot] = device.startFetch(memory[slot], 0, address, chunks.bytes(chunk));
    }
  }

  private boolean isRead(int chunk) {
    return sizes.direct() || device.isFetched(tickets[chunk % ChunkSizes.DEPTH]);
  }

  private void send(int chunk) {
    messages[chunk % ChunkSizes.DEPTH].sendData(process, number, chunks.bytes(chunk));
  }
}
