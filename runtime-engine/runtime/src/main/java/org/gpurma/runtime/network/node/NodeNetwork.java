package org.gpurma.runtime.network.node;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.gpurma.runtime.network.InboundMessage;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.OutboundMessage;
import org.gpurma.runtime.queue.MessageChannelReader;
import org.gpurma.runtime.queue.MessageChannelWriter;

/**
 * Sends small messages to processes of the own node through channels, and all else by another
 * network; so does what finds no room in its channel. Both ways together keep the order of one
 * process's messages to another: the sending thread numbers them.
 */
public final class NodeNetwork implements NetworkManager {

  /** Messages of channels in a row, so that they do not hold up those of other nodes. */
  private static final int MOST_IN_A_ROW = 16;

  private final NetworkManager other;
  private final int process;
  private final int first;
  private final List<MessageChannelWriter> writers;
  private final MessageChannelReader[] readers;

  /** The other network's receive buffers, and behind them the one for what comes by a channel. */
  private final MemorySegment[] buffers;

  private final int own;

  /** By near process: the number of the last message sent to it. The sending thread's. */
  private final int[] sent;

  /** By near process: the number of the last message taken from it. The receiving thread's. */
  private final int[] taken;

  private boolean ownIsFree = true;

  private int inARow;

  /** Came by the other network before its turn. */
  private int early = NOTHING;

  /** The channel that is looked at first. */
  private int turn;

  /**
   * @param other receives into all buffers but the last
   * @param memory of the receive buffers
   * @param first of the processes of the node
   * @param writers to each of them
   * @param readers from each of them
   */
  NodeNetwork(
      NetworkManager other,
      MemorySegment memory,
      int slotBytes,
      int process,
      int first,
      List<MessageChannelWriter> writers,
      List<MessageChannelReader> readers) {
    this.other = other;
    this.process = process;
    this.first = first;
    this.writers = writers;
    this.readers = readers.toArray(MessageChannelReader[]::new);
    buffers = new MemorySegment[Math.toIntExact(memory.byteSize() / slotBytes)];
    for (int i = 0; i < buffers.length; i++) {
      buffers[i] = memory.asSlice((long) i * slotBytes, slotBytes);
    }
    own = buffers.length - 1;
    sent = new int[writers.size()];
    taken = new int[readers.size()];
  }

  @Override
  public OutboundMessage outbound(MemorySegment memory) {
    return new NodeMessage(memory, other.outbound(memory));
  }

  @Override
  public OutboundMessage reply(MemorySegment memory) {
    return other.reply(memory);
  }

  @Override
  public InboundMessage inbound(MemorySegment memory) {
    return other.inbound(memory);
  }

  @Override
  public int receive() {
    if (inARow < MOST_IN_A_ROW && takeNear()) {
      inARow++;
      return own;
    }
    inARow = 0;
    if (early == NOTHING) {
      early = other.receive();
    }
    if (early != NOTHING && isDue(buffers[early])) {
      int due = early;
      early = NOTHING;
      return due;
    }
    // What comes before an early one is in its channel.
    return takeNear() ? own : NOTHING;
  }

  @Override
  public void release(int slot) {
    if (slot == own) {
      ownIsFree = true;
    } else {
      other.release(slot);
    }
  }

  /** Moves the next message of a channel into the own buffer; false where there is none. */
  private boolean takeNear() {
    if (!ownIsFree) {
      return false;
    }
    for (int i = 0; i < readers.length; i++) {
      turn = turn + 1 < readers.length ? turn + 1 : 0;
      int number = after(taken[turn]);
      if (readers[turn].has(number)) {
        take(readers[turn]);
        taken[turn] = number;
        ownIsFree = false;
        return true;
      }
    }
    return false;
  }

  private void take(MessageChannelReader reader) {
    MemorySegment message = reader.message();
    int bytes = MessageHeader.BYTES + MessageHeader.bytesBehind(message);
    MemorySegment.copy(message, 0, buffers[own], 0, bytes);
    reader.take();
  }

  /** Whether it is the turn of a message of the other network; then it counts as taken. */
  private boolean isDue(MemorySegment message) {
    int number = MessageHeader.number(message);
    if (number == MessageHeader.NO_NUMBER) {
      return true;
    }
    int sender = MessageHeader.process(message) - first;
    if (number != after(taken[sender])) {
      return false;
    }
    taken[sender] = number;
    return true;
  }

  private static int after(int number) {
    int next = number + 1;
    return next == MessageHeader.NO_NUMBER ? next + 1 : next;
  }

  private final class NodeMessage implements OutboundMessage {

    private final MemorySegment memory;
    private final OutboundMessage message;

    NodeMessage(MemorySegment memory, OutboundMessage message) {
      this.memory = memory;
      this.message = message;
    }

    @Override
    public void sendNow(int target, int bytes) {
      int number = number(target);
      if (number == MessageHeader.NO_NUMBER
          || mustTakeTheOtherWay(target, number)
          || !writers.get(target - first).offer(memory, bytes)) {
        message.sendNow(target, bytes);
      }
    }

    @Override
    public void send(int target, int bytes) {
      number(target);
      message.send(target, bytes);
    }

    @Override
    public void sendData(int target, int transfer, int bytes) {
      message.sendData(target, transfer, bytes);
    }

    @Override
    public boolean isSent() {
      return message.isSent();
    }

    /** What a process sends to itself goes either way by turns: warming up compiles both. */
    private boolean mustTakeTheOtherWay(int target, int number) {
      return target == process && (number & 1) == 0;
    }

    /** Numbers the message, or takes away the number of the time before. */
    private int number(int target) {
      int near = target - first;
      int number = MessageHeader.NO_NUMBER;
      if (near >= 0 && near < sent.length) {
        number = after(sent[near]);
        sent[near] = number;
      }
      MessageHeader.putNumber(memory, number);
      return number;
    }
  }
}
