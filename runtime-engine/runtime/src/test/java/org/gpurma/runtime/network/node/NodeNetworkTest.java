package org.gpurma.runtime.network.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.MessageKind;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.OutboundMessage;
import org.gpurma.runtime.queue.MessageChannelReader;
import org.gpurma.runtime.queue.MessageChannelWriter;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NodeNetworkTest {

  private static final int PROCESSES = 2;
  private static final int BUFFERS = 9;
  private static final int MOST_BYTES = 4096;
  private static final int SLOT_BYTES = MessageHeader.BYTES + MOST_BYTES;
  private static final int MOST_AT_ONCE = 1024;
  private static final int MESSAGES = 2000;

  private final FakeNetwork.Wires wires = FakeNetwork.wires(PROCESSES);
  private final List<List<MemorySegment>> channels =
      IntStream.range(0, PROCESSES).mapToObj(_ -> channels()).toList();
  private final List<Process> processes =
      IntStream.range(0, PROCESSES).mapToObj(Process::new).toList();

  @RepeatedTest(10)
  void messagesOfAnySizeArriveInOrder() {
    long seed = System.nanoTime();
    System.out.println("NodeNetworkTest seed " + seed);
    Random random = new Random(seed);
    for (int source = 0; source < PROCESSES; source++) {
      int sent = 0;
      int received = 0;
      while (received < MESSAGES) {
        for (int burst = random.nextInt(100); burst > 0 && sent < MESSAGES; burst--) {
          processes.get(source).put(1, sent++, random.nextInt(MOST_BYTES + 1), random.nextInt(3));
        }
        for (int looks = random.nextInt(200); looks > 0; looks--) {
          received += processes.get(1).take(received);
        }
      }
      assertThat(wires.areEmpty()).isTrue();
    }
  }

  @Test
  void whatTwoThreadsSendAndReceiveArrivesInOrder() throws Exception {
    CompletableFuture<Void> sending =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < 50 * MESSAGES; i++) {
                processes.get(0).put(1, i, i % 100 == 0 ? MOST_BYTES : i % 32, 0);
              }
            });
    int received = 0;
    while (received < 50 * MESSAGES) {
      received += processes.get(1).take(received);
    }
    sending.get(10, TimeUnit.SECONDS);
  }

  @Test
  void smallMessagesDoNotTakeTheOtherNetwork() {
    processes.get(0).put(1, 0, MOST_AT_ONCE, 0);
    assertThat(wires.areEmpty()).isTrue();
    assertThat(processes.get(1).take(0)).isOne();
  }

  @Test
  void whatFindsNoRoomTakesTheOtherNetwork() {
    int sent = 0;
    while (wires.areEmpty()) {
      processes.get(0).put(1, sent++, 4, 0);
    }
    processes.get(0).put(1, sent++, 4, 0);
    for (int i = 0; i < sent; i++) {
      assertThat(processes.get(1).take(i)).isOne();
    }
    assertThat(processes.get(1).take(sent)).isZero();
  }

  @Test
  void whatTheReceivingThreadSendsWaitsForNothing() {
    processes.get(0).put(1, 0, 4, 0);
    processes.get(0).reply(1, 1);
    assertThat(processes.get(1).take(0)).isOne();
    assertThat(processes.get(1).take(1)).isOne();
  }

  private static List<MemorySegment> channels() {
    return IntStream.range(0, PROCESSES)
        .mapToObj(_ -> Arena.ofAuto().allocate(MessageChannelReader.CHANNEL_BYTES, 64))
        .toList();
  }

  private final class Process {

    private final int process;
    private final MemorySegment memory = Arena.ofAuto().allocate(BUFFERS * SLOT_BYTES, 64);
    private final MemorySegment message = Arena.ofAuto().allocate(SLOT_BYTES, 64);
    private final NetworkManager network;
    private final OutboundMessage outbound;
    private final OutboundMessage reply;

    Process(int process) {
      this.process = process;
      network =
          new NodeNetwork(
              FakeNetwork.connect(
                  wires, process, memory.asSlice(0, memory.byteSize() - SLOT_BYTES), SLOT_BYTES),
              memory,
              SLOT_BYTES,
              process,
              0,
              channels.stream().map(to -> new MessageChannelWriter(to.get(process))).toList(),
              channels.get(process).stream().map(MessageChannelReader::new).toList());
      outbound = network.outbound(message);
      MemorySegment control = Arena.ofAuto().allocate(MessageHeader.BYTES, 64);
      MessageHeader.putControl(control, MessageKind.PUT, process, 0);
      MessageHeader.putAccess(control, 0, 0, 1, 0, 0, 0);
      reply = network.reply(control);
    }

    /** In one of three ways where it is small, sent at once. */
    void put(int target, int tag, int bytes, int way) {
      MessageHeader.putRanks(message, MessageKind.PUT, process, 0, 0);
      MessageHeader.putAccess(message, 0, 0, tag, 0, 0, bytes);
      for (int i = 0; i < bytes; i++) {
        message.set(ValueLayout.JAVA_BYTE, MessageHeader.BYTES + i, (byte) (tag + i));
      }
      if (bytes > MOST_AT_ONCE || way == 2) {
        outbound.send(target, MessageHeader.BYTES + bytes);
      } else {
        outbound.sendNow(target, MessageHeader.BYTES + bytes);
      }
    }

    void reply(int target, int tag) {
      assertThat(tag).isOne();
      reply.sendNow(target, MessageHeader.BYTES);
    }

    /** Takes the message of a tag if anything is there; returns how many were. */
    int take(int tag) {
      int slot = network.receive();
      if (slot == NetworkManager.NOTHING) {
        return 0;
      }
      MemorySegment received = memory.asSlice((long) slot * SLOT_BYTES, SLOT_BYTES);
      assertThat(MessageHeader.tag(received)).isEqualTo(tag);
      int bytes = MessageHeader.payloadBytes(received);
      for (int i = 0; i < bytes; i++) {
        if (received.get(ValueLayout.JAVA_BYTE, MessageHeader.BYTES + i) != (byte) (tag + i)) {
          throw new AssertionError("byte %d of message %d is another".formatted(i, tag));
        }
      }
      network.release(slot);
      return 1;
    }
  }
}
