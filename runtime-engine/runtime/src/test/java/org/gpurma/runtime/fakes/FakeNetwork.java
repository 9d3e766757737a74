package org.gpurma.runtime.fakes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
  private int next;
  private int held;

  private FakeNetwork(
      List<Queue<byte[]>> inboxes, int process, MemorySegment memory, int slotBytes) {
    this.inboxes = inboxes;
    this.process = process;
    this.memory = memory;
    this.slotBytes = slotBytes;
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
    int slots = (int) (memory.byteSize() / slotBytes);
    byte[] message = held < slots ? inboxes.get(process).poll() : null;
    if (message == null) {
      return NOTHING;
    }
    int slot = next;
    MemorySegment.copy(
        message, 0, memory, ValueLayout.JAVA_BYTE, (long) slot * slotBytes, message.length);
    next = (next + 1) % slots;
    held++;
    return slot;
  }

  @Override
  public void release(int slot) {
    int slots = (int) (memory.byteSize() / slotBytes);
    if (slot != Math.floorMod(next - held, slots)) {
      throw new IllegalStateException("receive buffers are given back out of order");
    }
    held--;
  }
}
