package org.gpurma.runtime.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.OutboundMessage;
import org.gpurma.runtime.network.World;
import org.gpurma.runtime.network.openmpi.OpenMpiWorld;

/**
 * Notified access from host to host (GPU RMA thesis, 4.1): what the network between two runtime
 * processes takes of a put, without any GPU. A message of header and payload arrives, the payload
 * is copied into the target's window, the target answers with the same.
 */
public final class HostAccess {

  static final int LARGEST = 1 << 20;
  private static final int SLOT_BYTES = MessageHeader.BYTES + LARGEST;
  private static final int SLOTS = 4;

  private final NetworkManager network;
  private final MemorySegment received;
  private final int peer;
  private final boolean first;
  private final MemorySegment message;
  private final OutboundMessage outbound;
  private final MemorySegment window;

  HostAccess(NetworkManager network, MemorySegment received, Arena arena, int process) {
    this.network = network;
    this.received = received;
    peer = 1 - process;
    first = process == 0;
    message = arena.allocate(SLOT_BYTES, 64);
    outbound = network.outbound(message);
    window = arena.allocate(LARGEST, 64);
  }

  /** Under mpirun with two processes. Takes rounds and repetitions. */
  public static void main(String[] arguments) {
    if (arguments.length != 2) {
      System.err.println("usage: HostAccess ROUNDS REPETITIONS, under mpirun -n 2");
      System.exit(2);
    }
    int rounds = Integer.parseInt(arguments[0]);
    int repetitions = Integer.parseInt(arguments[1]);
    try (Arena arena = Arena.ofConfined();
        World world = new OpenMpiWorld(false)) {
      MemorySegment received = receiveBuffers(arena);
      NetworkManager network = world.connect(received, SLOT_BYTES);
      HostAccess access = new HostAccess(network, received, arena, world.process());
      access.measureAll(rounds, repetitions, System.out::println);
    }
  }

  static MemorySegment receiveBuffers(Arena arena) {
    return arena.allocate((long) SLOTS * SLOT_BYTES, 64);
  }

  /** Of the first process: a row a size. */
  void measureAll(int rounds, int repetitions, Consumer<String> rows) {
    for (int size = 0; size <= LARGEST; size = size == 0 ? 4 : 2 * size) {
      int bytes = size;
      int made = bytes > 8192 ? Math.max(2, rounds / 20) : rounds;
      OneWayTimes times = OneWayTimes.measure(made, repetitions, trips -> pingPong(bytes, trips));
      if (first) {
        rows.accept(times.row("host_to_host", bytes, 2));
      }
    }
  }

  private long pingPong(int bytes, int rounds) {
    long begin = System.nanoTime();
    for (int round = 0; round < rounds; round++) {
      if (first) {
        put(bytes, round);
      }
      take(round);
      if (!first) {
        put(bytes, round);
      }
    }
    return System.nanoTime() - begin;
  }

  private void put(int bytes, int tag) {
    while (!outbound.isSent()) {
      // The answer has come, so this is a matter of asking.
    }
    MessageHeader.putAccess(message, 0, 0, tag, 1, 0, bytes);
    outbound.send(peer, MessageHeader.BYTES + bytes);
  }

  private void take(int tag) {
    int slot;
    do {
      // A send may need the sender's own doing to go on.
      outbound.isSent();
      slot = network.receive();
    } while (slot == NetworkManager.NOTHING);
    MemorySegment from = received.asSlice((long) slot * SLOT_BYTES, SLOT_BYTES);
    if (MessageHeader.tag(from) != tag) {
      throw new IllegalStateException("message " + MessageHeader.tag(from) + " instead of " + tag);
    }
    int bytes = MessageHeader.payloadBytes(from);
    MemorySegment.copy(from, MessageHeader.BYTES, window, MessageHeader.offset(from), bytes);
    network.release(slot);
  }
}
