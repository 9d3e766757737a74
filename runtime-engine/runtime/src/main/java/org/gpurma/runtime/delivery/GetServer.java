package org.gpurma.runtime.delivery;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.MessageKind;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.OutboundMessage;
import org.gpurma.runtime.queue.HandOver;
import org.gpurma.runtime.transfer.OutgoingTransfer;
import org.gpurma.runtime.transfer.OutgoingTransfers;
import org.gpurma.runtime.transfer.SourceOwner;

/**
 * Answers gets of other processes' ranks. The receive thread asks, in the order of each target
 * rank, and hears when the bytes have been read; the command thread reads and sends.
 */
public final class GetServer implements SourceOwner {

  /** Answers of one message under way at a time. */
  public static final int SMALL_REPLIES = 16;

  private static final int MOST_ASKED = 1024;

  private final HandOver<Delivery> asked = new HandOver<>(MOST_ASKED);
  private final HandOver<Delivery> answered = new HandOver<>(MOST_ASKED);

  /** Gets that were asked and not heard of. The receive thread's; all below is the other's. */
  private int open;

  private final int process;
  private final int mostBytesOfAMessage;
  private final SmallReply[] replies = new SmallReply[SMALL_REPLIES];
  private int activeReplies;
  private final OutgoingTransfers transfers;
  private final Delivery[] transferred;
  private final MemorySegment head = Arena.global().allocate(MessageHeader.BYTES, Long.BYTES);
  private final OutboundMessage announcement;
  private Delivery next;

  /**
   * @param room memory for {@link #SMALL_REPLIES} messages
   */
  public GetServer(
      Device device,
      NetworkManager network,
      int process,
      SharedMemory room,
      OutgoingTransfers transfers) {
    this.process = process;
    this.transfers = transfers;
    long slotBytes = room.host().byteSize() / SMALL_REPLIES;
    mostBytesOfAMessage = Math.toIntExact(slotBytes - MessageHeader.BYTES);
    for (int i = 0; i < SMALL_REPLIES; i++) {
      replies[i] = new SmallReply(device, network, process, room.slice(i * slotBytes, slotBytes));
    }
    transferred = new Delivery[transfers.count()];
    announcement = network.outbound(head);
  }

  /** Whether one more get can be asked. */
  boolean hasRoom() {
    return open < MOST_ASKED;
  }

  void ask(Delivery get) {
    open++;
    handOver(asked, get);
  }

  /** Hears of the gets whose bytes have been read; returns whether there were any. */
  boolean hear() {
    int before = open;
    for (Delivery get = answered.poll(); get != null; get = answered.poll()) {
      get.isRead = true;
      open--;
    }
    return open != before;
  }

  /** Whether nobody waits for bytes. The command thread's, as what follows. */
  public boolean isIdle() {
    return next == null && activeReplies == 0;
  }

  /** Answers what was asked, as far as it goes; returns whether anything moved. */
  public boolean work() {
    boolean worked = sendReplies();
    if (next == null) {
      next = asked.poll();
    }
    while (next != null && start(next)) {
      next = asked.poll();
      worked = true;
    }
    return worked;
  }

  @Override
  public void sourceIsFree(OutgoingTransfer transfer) {
    handOver(answered, transferred[transfer.index()]);
  }

  private boolean sendReplies() {
    boolean worked = false;
    for (int i = activeReplies - 1; i >= 0; i--) {
      SmallReply reply = replies[i];
      Delivery read = reply.send();
      if (read != null) {
        handOver(answered, read);
        worked = true;
      }
      if (reply.isOver()) {
        replies[i] = replies[--activeReplies];
        replies[activeReplies] = reply;
      }
    }
    return worked;
  }

  /** Returns whether there was room to start the answer. */
  private boolean start(Delivery get) {
    return get.bytes() <= mostBytesOfAMessage ? startReply(get) : startTransfer(get);
  }

  private boolean startReply(Delivery get) {
    if (activeReplies == SMALL_REPLIES) {
      return false;
    }
    replies[activeReplies++].start(get);
    return true;
  }

  private boolean startTransfer(Delivery get) {
    OutgoingTransfer transfer = transfers.take();
    if (transfer == null) {
      return false;
    }
    int target = MessageHeader.process(get.header());
    MessageHeader.putReply(head, MessageKind.GET_BULK, process, get.header());
    MessageHeader.putTransfer(head, transfer.number());
    announcement.sendNow(target, MessageHeader.BYTES);
    transferred[transfer.index()] = get;
    transfer.start(target, get.source, get.bytes(), this, 0);
    return true;
  }

  /** There is room: no more gets are open than a queue holds. */
  private static void handOver(HandOver<Delivery> queue, Delivery get) {
    if (!queue.offer(get)) {
      throw new IllegalStateException("more gets are open than were let in");
    }
  }
}
