package org.gpurma.runtime.network;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/** A network that counts the messages that one thread sends; data of transfers does not count. */
public final class CountedNetwork implements NetworkManager {

  private final NetworkManager network;
  private final AtomicLong sent = new AtomicLong();

  public CountedNetwork(NetworkManager network) {
    this.network = network;
  }

  /** Messages sent through this so far. Any thread. */
  public long sent() {
    return sent.getAcquire();
  }

  @Override
  public OutboundMessage outbound(MemorySegment memory) {
    return new Counted(network.outbound(memory));
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

  /** Counts before it sends: nobody has handled what nobody has sent. */
  private final class Counted implements OutboundMessage {

    private final OutboundMessage message;

    Counted(OutboundMessage message) {
      this.message = message;
    }

    @Override
    public void sendNow(int process, int bytes) {
      count();
      message.sendNow(process, bytes);
    }

    @Override
    public void send(int process, int bytes) {
      count();
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

    private void count() {
      sent.setRelease(sent.getPlain() + 1);
    }
  }
}
