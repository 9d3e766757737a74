package org.gpurma.runtime.transfer;

import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.network.InboundMessage;
import org.gpurma.runtime.network.NetworkManager;

/**
 * Receives bytes from another process into device memory, chunk after chunk: while one is received,
 * the one before is copied from pinned memory. Where the network writes device memory, nothing is
 * copied. Used again and again.
 */
public final class IncomingTransfer {

  /** In place of an address: what comes is thrown away. */
  public static final long NOWHERE = -1;

  private final Device device;
  private final NetworkManager network;
  private final ChunkSizes sizes;
  private final SharedMemory[] memory = new SharedMemory[ChunkSizes.DEPTH];
  private final InboundMessage[] pinned = new InboundMessage[ChunkSizes.DEPTH];
  private final InboundMessage[] messages = new InboundMessage[ChunkSizes.DEPTH];
  private final long[] tickets = new long[ChunkSizes.DEPTH];

  private int process;
  private int number;
  private long destination;
  private Chunks chunks = Chunks.NONE;

  /** Chunks, from the first one: received or being received, written or being written, there. */
  private int received;

  private int written;
  private int there;

  IncomingTransfer(Device device, NetworkManager network, ChunkSizes sizes, SharedMemory room) {
    this.device = device;
    this.network = network;
    this.sizes = sizes;
    for (int i = 0; i < ChunkSizes.DEPTH; i++) {
      memory[i] = room.slice((long) i * sizes.chunkBytes(), sizes.chunkBytes());
      pinned[i] = network.inbound(memory[i].host());
    }
  }

  /** Begins to receive an announced transfer. */
  public void start(int source, int itsNumber, long address, long bytes) {
    process = source;
    number = itsNumber;
    destination = address;
    chunks = sizes.cut(bytes);
    received = 0;
    written = 0;
    there = 0;
  }

  /** The device is dead: what still comes is thrown away. */
  public void discard() {
    destination = NOWHERE;
  }

  /** Whether later copies to the device are complete later than this transfer. */
  public boolean isWritten() {
    return written == chunks.count();
  }

  public boolean isOver() {
    return there == chunks.count();
  }

  /**
   * Returns whether anything moved.
   *
   * @param mayWrite the device memory may be written now; once true, always true
   */
  public boolean work(boolean mayWrite) {
    int before = received + written + there;
    while (there < written && isThere(there)) {
      there++;
    }
    while (written < received && mayWrite && isReceived(written)) {
      write(written++);
    }
    while (received < chunks.count() && mayReceive(mayWrite)) {
      receive(received++);
    }
    return received + written + there != before;
  }

  private boolean mayReceive(boolean mayWrite) {
    return received - there < ChunkSizes.DEPTH && (mayWrite || !sizes.direct());
  }

  private void receive(int chunk) {
    int slot = chunk % ChunkSizes.DEPTH;
    messages[slot] = isDirect() ? inDevice(chunk) : pinned[slot];
    messages[slot].receive(process, number, chunks.bytes(chunk));
  }

  private InboundMessage inDevice(int chunk) {
    long address = destination + chunks.offset(chunk);
    return network.inbound(MemorySegment.ofAddress(address).reinterpret(chunks.bytes(chunk)));
  }

  private boolean isReceived(int chunk) {
    return messages[chunk % ChunkSizes.DEPTH].isReceived();
  }

  private void write(int chunk) {
    int slot = chunk % ChunkSizes.DEPTH;
    tickets[slot] =
        isDirect() || destination == NOWHERE
            ? 0
            : device.startCopy(
                destination + chunks.offset(chunk), memory[slot], 0, chunks.bytes(chunk));
  }

  private boolean isThere(int chunk) {
    return destination == NOWHERE || device.isCopied(tickets[chunk % ChunkSizes.DEPTH]);
  }

  private boolean isDirect() {
    return sizes.direct() && destination != NOWHERE;
  }
}
