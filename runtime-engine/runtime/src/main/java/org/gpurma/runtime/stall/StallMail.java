package org.gpurma.runtime.stall;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.MessageKind;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.OutboundMessage;

/**
 * The letters of the stall watch, between its thread and the threads that the network belongs to.
 * It counts nothing of what it carries: {@link InFlight} is about what ranks sent.
 */
public final class StallMail implements Mailbox {

  /** For answers, at the end of a kernel. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final NetworkManager network;
  private final int process;
  private final int messageBytes;
  private final Queue<Letter> arrived = new ConcurrentLinkedQueue<>();
  private final Queue<Letter> leaving = new ConcurrentLinkedQueue<>();
  private final ArrayDeque<Message> idle = new ArrayDeque<>();
  private final ArrayDeque<Message> sent = new ArrayDeque<>();

  /** Questions of this process that were sent. */
  private final AtomicInteger unanswered = new AtomicInteger();

  /** Processes from 0 on that have ended; counted on the thread that receives. */
  private final BitSet ended = new BitSet();

  private volatile int firstAlive;

  private volatile boolean hasLeft;

  /** By System.nanoTime. */
  private long leftAt;

  private volatile Runnable onArrival = () -> {};

  private record Message(MemorySegment memory, OutboundMessage outbound) {}

  /**
   * @param process this one
   * @param messageBytes size of the largest message that others receive
   */
  public StallMail(NetworkManager network, int process, int messageBytes) {
    this.network = network;
    this.process = process;
    this.messageBytes = messageBytes;
  }

  /** Takes a message if it is a letter; returns whether it was. On the thread that receives. */
  public boolean take(MemorySegment message) {
    MessageKind kind = MessageHeader.kind(message);
    if (kind != MessageKind.WAIT_QUESTION && kind != MessageKind.WAIT_ANSWER) {
      return false;
    }
    int from = MessageHeader.process(message);
    int round = MessageHeader.epoch(message);
    if (kind == MessageKind.WAIT_ANSWER) {
      unanswered.decrementAndGet();
    }
    arrived.add(
        kind == MessageKind.WAIT_QUESTION
            ? new Letter.Question(from, round)
            : new Letter.Reply(from, round, Answer.decode(content(message))));
    onArrival.run();
    return true;
  }

  /** A process has sent its last message but for letters. On the thread that receives. */
  public void ended(int who) {
    ended.set(who);
    firstAlive = ended.nextClearBit(0);
  }

  /**
   * This process's kernel has ended: it asks no more, and answers until those who may ask have
   * ended, too. On the thread that sends.
   */
  public void leave() {
    leftAt = System.nanoTime();
    hasLeft = true;
  }

  /** Sends what the watch has written. On the thread that sends. */
  public void carry() {
    collect();
    for (Letter letter = leaving.poll(); letter != null; letter = leaving.poll()) {
      if (letter instanceof Letter.Reply || !hasLeft) {
        send(letter);
      }
    }
  }

  /**
   * Whether all that was carried is sent and all that was asked is answered, so that no answer
   * comes to a process that is gone. Whoever does not answer is waited for a while only: its watch
   * may be broken. On the thread that sends.
   */
  public boolean isEmpty() {
    collect();
    return sent.isEmpty()
        && (unanswered.get() == 0
            || (hasLeft && System.nanoTime() - leftAt > LONGEST_WAIT.toNanos()));
  }

  @Override
  public boolean mayAsk() {
    return firstAlive == process && !hasLeft;
  }

  @Override
  public void post(Letter letter) {
    leaving.add(letter);
  }

  @Override
  public Letter poll() {
    return arrived.poll();
  }

  /** Called when there is a letter to poll, on the thread that receives. */
  void onArrival(Runnable listener) {
    onArrival = listener;
  }

  private void collect() {
    while (!sent.isEmpty() && sent.peek().outbound().isSent()) {
      idle.add(sent.remove());
    }
  }

  private void send(Letter letter) {
    Message message = idle.isEmpty() ? create() : idle.remove();
    int bytes =
        switch (letter) {
          case Letter.Question question -> {
            unanswered.incrementAndGet();
            putHead(message, MessageKind.WAIT_QUESTION, question.round());
            yield 0;
          }
          case Letter.Reply reply -> {
            putHead(message, MessageKind.WAIT_ANSWER, reply.round());
            byte[] content = reply.answer().encode(messageBytes - MessageHeader.BYTES);
            MemorySegment.copy(
                content,
                0,
                message.memory(),
                ValueLayout.JAVA_BYTE,
                MessageHeader.BYTES,
                content.length);
            yield content.length;
          }
        };
    message.outbound().send(letter.process(), MessageHeader.BYTES + bytes);
    sent.add(message);
  }

  private void putHead(Message message, MessageKind kind, int round) {
    MessageHeader.putControl(message.memory(), kind, process, round);
  }

  private static ByteBuffer content(MemorySegment message) {
    return message.asSlice(MessageHeader.BYTES).asByteBuffer();
  }

  private Message create() {
    // Lives as long as the process: MPI may still read it whenever the run ends.
    MemorySegment memory = Arena.global().allocate(messageBytes, Long.BYTES);
    return new Message(memory, network.outbound(memory));
  }
}
