package org.gpurma.runtime.fakes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.gpurma.runtime.network.InboundMessage;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.OutboundMessage;

/** Processes of one JVM. A message is sent at once, or when the test says so. */
public final class FakeNetwork implements NetworkManager {

  private final Wires wires;
  private final int process;
  private final MemorySegment memory;
  private final int slotBytes;
  private boolean sendsAreHeld;
  private Runnable onSend = () -> {};
  private final ArrayDeque<Integer> free = new ArrayDeque<>();

  /** What is on its way between processes: messages, and data of transfers. */
  public static final class Wires {

    private final List<Queue<byte[]>> messages;
    private final List<Queue<Data>> data;

    private Wires(int processes) {
      messages =
          Stream.<Queue<byte[]>>generate(ConcurrentLinkedQueue::new).limit(processes).toList();
      data = Stream.<Queue<Data>>generate(ConcurrentLinkedQueue::new).limit(processes).toList();
    }

    public int processes() {
      return messages.size();
    }

    public boolean areEmpty() {
      return messages.stream().allMatch(Queue::isEmpty) && data.stream().allMatch(Queue::isEmpty);
    }
  }

  private record Data(int source, int transfer, byte[] bytes) {}

  private FakeNetwork(Wires wires, int process, MemorySegment memory, int slotBytes) {
    this.wires = wires;
    this.process = process;
    this.memory = memory;
    this.slotBytes = slotBytes;
    for (int slot = 0; slot < memory.byteSize() / slotBytes; slot++) {
      free.add(slot);
    }
  }

  /** The wires between so many processes. */
  public static Wires wires(int processes) {
    return new Wires(processes);
  }

  public static FakeNetwork connect(Wires wires, int process, MemorySegment memory, int slotBytes) {
    return new FakeNetwork(wires, process, memory, slotBytes);
  }

  /** Called whenever a message is sent. */
  public void onSend(Runnable listener) {
    onSend = listener;
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
        wires.messages.get(target).add(first(bytes));
        onSend.run();
      }

      @Override
      public void send(int target, int bytes) {
        sendNow(target, bytes);
      }

      @Override
      public void sendData(int target, int transfer, int bytes) {
        wires.data.get(target).add(new Data(process, transfer, first(bytes)));
      }

      @Override
      public boolean isSent() {
        return !sendsAreHeld;
      }

      private byte[] first(int bytes) {
        return message.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
      }
    };
  }

  @Override
  public InboundMessage inbound(MemorySegment into) {
    return new FakeInbound(into);
  }

  @Override
  public int receive() {
    byte[] message = free.isEmpty() ? null : wires.messages.get(process).poll();
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

  /** Takes the oldest data of its transfer when it is looked at. */
  private final class FakeInbound implements InboundMessage {

    private final MemorySegment into;
    private int source;
    private int transfer;
    private int awaited = NOTHING;

    FakeInbound(MemorySegment into) {
      this.into = into;
    }

    @Override
    public void receive(int from, int ofTransfer, int bytes) {
      if (awaited != NOTHING) {
        throw new IllegalStateException("memory is received into twice at a time");
      }
      source = from;
      transfer = ofTransfer;
      awaited = bytes;
    }

    @Override
    public boolean isReceived() {
      if (awaited == NOTHING) {
        return true;
      }
      for (Data data : wires.data.get(process)) {
        if (data.source == source && data.transfer == transfer) {
          wires.data.get(process).remove(data);
          if (data.bytes.length != awaited) {
            throw new IllegalStateException(
                data.bytes.length + " bytes came instead of " + awaited);
          }
          MemorySegment.copy(data.bytes, 0, into, ValueLayout.JAVA_BYTE, 0, awaited);
          awaited = NOTHING;
          return true;
        }
      }
      return false;
    }
  }
}
