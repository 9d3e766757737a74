package org.gpurma.runtime.fakes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.OutboundMessage;

/** Processes of one JVM. A message is sent at once, or when the test says so. */
public final class FakeNetwork implements NetworkManager {

  private final List<Queue<byte[]>> inboxes;
  private final int process;
  private final MemorySegment memory;
  private final int slotBytes;
  private boolean sendsAreHeld;
  private final ArrayDeque<Integer> free = new ArrayDeque<>();

  private FakeNetwork(
      List<Queue<byte[]>> inboxes, int process, MemorySegment memory, int slotBytes) {
    this.inboxes = inboxes;
    this.process = process;
    this.memory = memory;
    this.slotBytes = slotBytes;
    for (int slot = 0; slot < memory.byteSize() / slotBytes; slot++) {
      free.add(slot);
    }
  }

  /** The wires between so many processes. */
  public static List<Queue<byte[]>> wires(int processes) {
    return Stream.<Queue<byte[]>>generate(ConcurrentLinkedQueue::new).limit(processes).toList();
  }

  public static FakeNetwork connect(
      List<Queue<byte[]>> wires, int process, MemorySegment memory, int slotBytes) {
    return new FakeNetwork(wires, process, memory, slotBytes);
  }

  /** Messages arrive, but their memory stays in use. */
  public void holdSends() {
    sendsAreHeld = true;
  }

  public void completeSends() {
    sendsAreHeld = false;
  }

  @Override
  public OutboundMessage outbound(MemorySegment message) {
    return new OutboundMessage() {
      @Override
      public void sendNow(int target, int bytes) {
        inboxes.get(target).add(message.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE));
      }

      @Override
      public void send(int target, int bytes) {
        inboxes.get(target).add(message.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE));
      }

      @Override
      public boolean isSent() {
        return !sendsAreHeld;
      }
    };
  }

  @Override
  public int receive() {
    byte[] message = free.isEmpty() ? null : inboxes.get(process).poll();
    if (message == null) {
      return NOTHING;
    }
    int slot = free.remove();
    MemorySegment.copy(
        message, 0, memory, ValueLayout.JAVA_BYTE, (long) slot * slotBytes, message.length);
    return slot;
  }

  @Override
  public void release(int slot) {
    if (free.contains(slot)) {
      throw new IllegalStateException("receive buffer " + slot + " is given back twice");
    }
    free.add(slot);
  }

  /** Receive buffers that the process has taken and not given back. */
  public int heldBuffers() {
    return (int) (memory.byteSize() / slotBytes) - free.size();
  }
}
