package org.gpurma.runtime.network;

import java.lang.foreign.MemorySegment;

/**
 * Counts the messages that one thread sends; the data of transfers counts with its announcement.
 */
public final class CountedNetwork implements NetworkManager {

  private final NetworkManager network;
  private long sent;

  public CountedNetwork(NetworkManager network) {
    this.network = network;
  }

  /** Messages sent so far. The sending thread's. */
  public long sent() {
    return sent;
  }

  @Override
  public OutboundMessage outbound(MemorySegment memory) {
    return new CountedMessage(network.outbound(memory));
  }

  @Override
  public OutboundMessage reply(MemorySegment memory) {
    return new CountedMessage(network.reply(memory));
  }

  @Override
  public InboundMessage inbound(MemorySegment memory) {
    return network.inbound(memory);
  }

  @Override
  public int receive() {
    return network.receive();
  }

  @Override
  public void release(int slot) {
    network.release(slot);
  }

  private final class CountedMessage implements OutboundMessage {

    private final OutboundMessage message;

    CountedMessage(OutboundMessage message) {
      this.message = message;
    }

    @Override
    public void sendNow(int process, int bytes) {
      sent++;
      message.sendNow(process, bytes);
    }

    @Override
    public void send(int process, int bytes) {
      sent++;
      message.send(process, bytes);
    }

    @Override
    public void sendData(int process, int transfer, int bytes) {
      message.sendData(process, transfer, bytes);
    }

    @Override
    public boolean isSent() {
      return message.isSent();
    }
  }
}
