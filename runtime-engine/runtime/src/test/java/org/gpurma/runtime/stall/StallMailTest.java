package org.gpurma.runtime.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.MessageKind;
import org.gpurma.runtime.network.NetworkManager;
import org.junit.jupiter.api.Test;

/** Two processes that write to each other. */
class StallMailTest {

  private static final int MESSAGE_BYTES = 192;
  private static final Standing STANDING =
      new Standing(
          Rest.STILL,
          false,
          1L << 40,
          -5,
          6,
          7,
          1L << 50,
          new Course(OptionalInt.of(-3), OptionalInt.of(1 << 30)));

  private final FakeNetwork.Wires wires = FakeNetwork.wires(2);
  private final End first = new End(0);
  private final End second = new End(1);

  @Test
  void aQuestionArrivesWithWhoAsked() {
    first.mail.post(new Letter.Question(1, 17));
    first.mail.carry();
    second.receive();
    assertThat(second.mail.poll()).isEqualTo(new Letter.Question(0, 17));
    assertThat(second.mail.poll()).isNull();
  }

  @Test
  void anAnswerArrivesWhole() {
    Answer answer =
        new Answer(STANDING, List.of("rank 3 waits", "ranks 4-5 wait für ever"), List.of(6, 8, 9));
    second.mail.post(new Letter.Reply(0, 18, answer));
    second.mail.carry();
    first.receive();
    assertThat(first.mail.poll()).isEqualTo(new Letter.Reply(1, 18, answer));
  }

  @Test
  void linesThatFindNoRoomAreLeftOut() {
    String line = "x".repeat(60);
    second.mail.post(
        new Letter.Reply(0, 18, new Answer(STANDING, List.of(line, line, "short"), List.of())));
    second.mail.carry();
    first.receive();
    assertThat(first.mail.poll())
        .isEqualTo(new Letter.Reply(1, 18, new Answer(STANDING, List.of(line), List.of())));
  }

  @Test
  void theSmallestMessageHoldsAStanding() {
    int leastMessage = 128;
    Answer answer =
        new Answer(STANDING, List.of("a line that finds no room at all"), List.of(3, 4, 5, 9));
    byte[] encoded = answer.encode(leastMessage - 64);
    assertThat(encoded.length).isLessThanOrEqualTo(64);
    assertThat(Answer.decode(ByteBuffer.wrap(encoded)))
        .isEqualTo(new Answer(STANDING, List.of(), List.of(3, 4, 5)));
  }

  @Test
  void otherMessagesAreNotTaken() {
    MemorySegment message = Arena.ofAuto().allocate(MessageHeader.BYTES, 8);
    for (MessageKind kind : MessageKind.values()) {
      if (kind != MessageKind.NONE && !kind.name().startsWith("WAIT_")) {
        MessageHeader.putControl(message, kind, 1, 2);
        assertThat(first.mail.take(message)).as(kind::name).isFalse();
      }
    }
    assertThat(first.mail.poll()).isNull();
  }

  @Test
  void whatIsNotCarriedIsNotSent() {
    first.mail.post(new Letter.Question(1, 1));
    assertThat(second.network.receive()).isEqualTo(NetworkManager.NOTHING);
  }

  @Test
  void aMessageIsInUseUntilItIsSent() {
    Answer answer = new Answer(STANDING, List.of(), List.of());
    first.network.holdSends();
    first.mail.post(new Letter.Reply(1, 1, answer));
    first.mail.carry();
    first.mail.post(new Letter.Reply(1, 2, answer));
    first.mail.carry();
    assertThat(first.mail.isEmpty()).isFalse();
    first.network.completeSends();
    assertThat(first.mail.isEmpty()).isTrue();
    second.receive();
    second.receive();
    assertThat(second.mail.poll()).isEqualTo(new Letter.Reply(0, 1, answer));
    assertThat(second.mail.poll()).isEqualTo(new Letter.Reply(0, 2, answer));
  }

  @Test
  void theFirstProcessThatHasNotEndedMayAsk() {
    assertThat(first.mail.mayAsk()).isTrue();
    assertThat(second.mail.mayAsk()).isFalse();
    first.mail.leave();
    assertThat(first.mail.mayAsk()).isFalse();
    second.mail.ended(0);
    assertThat(second.mail.mayAsk()).isTrue();
  }

  @Test
  void whoLeavesAsksNoMoreAndStillAnswers() {
    second.mail.leave();
    second.mail.post(new Letter.Question(0, 1));
    second.mail.post(new Letter.Reply(0, 2, new Answer(STANDING, List.of(), List.of())));
    second.mail.carry();
    first.receive();
    assertThat(first.mail.poll()).isInstanceOf(Letter.Reply.class);
    assertThat(first.network.receive()).isEqualTo(NetworkManager.NOTHING);
  }

  @Test
  void whatWasAskedIsUnderWayUntilItIsAnswered() {
    first.mail.post(new Letter.Question(1, 1));
    first.mail.carry();
    first.mail.leave();
    assertThat(first.mail.isEmpty()).isFalse();
    second.mail.post(new Letter.Reply(0, 1, new Answer(STANDING, List.of(), List.of())));
    second.mail.carry();
    first.receive();
    assertThat(first.mail.isEmpty()).isTrue();
  }

  @Test
  void anArrivalIsMadeKnown() {
    AtomicInteger arrivals = new AtomicInteger();
    second.mail.onArrival(arrivals::incrementAndGet);
    first.mail.post(new Letter.Question(1, 1));
    first.mail.carry();
    second.receive();
    assertThat(arrivals).hasValue(1);
  }

  private final class End {

    private final MemorySegment memory = Arena.ofAuto().allocate(4 * MESSAGE_BYTES, 8);
    private final FakeNetwork network;
    private final StallMail mail;

    End(int process) {
      network = FakeNetwork.connect(wires, process, memory, MESSAGE_BYTES);
      mail = new StallMail(network, process, MESSAGE_BYTES);
    }

    /** As the inbox does. */
    void receive() {
      int slot = network.receive();
      assertThat(mail.take(memory.asSlice((long) slot * MESSAGE_BYTES, MESSAGE_BYTES))).isTrue();
      network.release(slot);
    }
  }
}
