package org.gpurma.runtime.blockmanager;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.MessageKind;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.OutboundMessage;

/**
 * Small messages between processes. Their memory is used again once they are sent; more is made
 * when all is in use.
 */
public final class ControlMessages {

  private final NetworkManager network;
  private final int process;
  private final int processes;
  private final ArrayDeque<Message> idle = new ArrayDeque<>();
  private final ArrayDeque<Message> inFlight = new ArrayDeque<>();

  private record Message(MemorySegment header, OutboundMessage outbound) {}

  public ControlMessages(NetworkManager network, int process, int processes) {
    this.network = network;
    this.process = process;
    this.processes = processes;
  }

  public void send(int target, MessageKind kind, int epoch) {
    Message message = idle.isEmpty() ? create() : idle.remove();
    MessageHeader.putControl(message.header(), kind, process, epoch);
    message.outbound().send(target, MessageHeader.BYTES);
    inFlight.add(message);
  }

  /** To all processes but this one. */
  public void broadcast(MessageKind kind, int epoch) {
    for (int target = 0; target < processes; target++) {
      if (target != process) {
        send(target, kind, epoch);
      }
    }
  }

  /** Takes back the memory of messages that are sent. */
  public void collect() {
    while (!inFlight.isEmpty() && inFlight.peek().outbound().isSent()) {
      idle.add(inFlight.remove());
    }
  }

  public boolean isEmpty() {
    return inFlight.isEmpty();
  }

  private Message create() {
    // Lives as long as the process: MPI may still read it whenever the run ends.
    MemorySegment header = Arena.global().allocate(MessageHeader.BYTES, Long.BYTES);
    return new Message(header, network.outbound(header));
  }
}
