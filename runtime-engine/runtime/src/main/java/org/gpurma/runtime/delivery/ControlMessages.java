package org.gpurma.runtime.delivery;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.MessageKind;
import org.gpurma.runtime.network.OutboundMessage;

/** Small messages between processes. One thread's. */
public final class ControlMessages {

  private final MemorySegment header = Arena.global().allocate(MessageHeader.BYTES, Long.BYTES);
  private final OutboundMessage message;
  private final int process;
  private final int processes;

  /** Takes what makes messages of the thread that sends these. */
  public ControlMessages(
      Function<MemorySegment, OutboundMessage> network, int process, int processes) {
    message = network.apply(header);
    this.process = process;
    this.processes = processes;
  }

  /** The target may be this process. */
  public void send(int target, MessageKind kind, int epoch) {
    MessageHeader.putControl(header, kind, process, epoch);
    message.sendNow(target, MessageHeader.BYTES);
  }

  /** To all processes but this one. */
  public void broadcast(MessageKind kind, int epoch) {
    for (int target = 0; target < processes; target++) {
      if (target != process) {
        send(target, kind, epoch);
      }
    }
  }
}
