package org.gpurma.runtime.delivery;

import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.MessageKind;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.OutboundMessage;

/**
 * Answers a get by one message: copies the bytes behind its header and sends both. Used again and
 * again.
 */
final class SmallReply {

  private final Device device;
  private final int process;
  private final SharedMemory memory;
  private final OutboundMessage message;
  private Delivery get;
  private long ticket;

  SmallReply(Device device, NetworkManager network, int process, SharedMemory memory) {
    this.device = device;
    this.process = process;
    this.memory = memory;
    message = network.outbound(memory.host());
  }

  void start(Delivery asked) {
    get = asked;
    MessageHeader.putReply(memory.host(), MessageKind.GET_REPLY, process, asked.header());
    ticket =
        asked.bytes() == 0
            ? 0
            : device.startFetch(memory, MessageHeader.BYTES, asked.source, asked.bytes());
  }

  /** Sends once the bytes are here; gives the get, whose bytes have then been read, or null. */
  Delivery send() {
    if (get == null || !device.isFetched(ticket)) {
      return null;
    }
    Delivery read = get;
    get = null;
    message.send(MessageHeader.process(read.header()), MessageHeader.BYTES + read.bytes());
    return read;
  }

  boolean isOver() {
    return get == null && message.isSent();
  }
}
