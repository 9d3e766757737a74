package org.gpurma.runtime.network.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.memory.MemoryFile;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.World;
import org.gpurma.runtime.queue.MessageChannelReader;
import org.gpurma.runtime.queue.MessageChannelWriter;
import org.gpurma.runtime.topology.NearProcesses;

/**
 * Connects the processes of a job: those of a node by channels too, where they can map each other's
 * memory. When one of a node cannot, none of them does.
 */
public final class NodeConnection {

  private static final byte[] NOTHING = {};

  private final World world;
  private final NearProcesses near;

  /** Takes the processes of the own node. */
  public NodeConnection(World world, NearProcesses near) {
    this.world = world;
    this.near = near;
  }

  /**
   * Collective; in place of {@link World#connect}.
   *
   * @param memory of the receive buffers; one of several is for what comes by the channels
   */
  public NetworkManager connect(MemorySegment memory, int slotBytes) {
    if (near.count() == 1 || memory.byteSize() < 2L * slotBytes) {
      world.allGather(NOTHING);
      world.allGather(NOTHING);
      return world.connect(memory, slotBytes);
    }
    MemoryFile file = MemoryFile.create();
    MemorySegment inbound = file.map(stampOffset() + Long.BYTES, Arena.global());
    long stamp = ThreadLocalRandom.current().nextLong();
    inbound.set(ValueLayout.JAVA_LONG, stampOffset(), stamp);
    List<byte[]> offers = world.allGather(new Offer(stamp, file).encode());
    List<MessageChannelWriter> writers = new ArrayList<>();
    String refusal = map(offers, writers);
    for (byte[] told : world.allGather(refusal.getBytes(UTF_8)).subList(near.first(), near.end())) {
      if (told.length > 0) {
        warn(new String(told, UTF_8));
        return world.connect(memory, slotBytes);
      }
    }
    List<MessageChannelReader> readers =
        IntStream.range(0, near.count())
            .mapToObj(sender -> new MessageChannelReader(channel(inbound, sender)))
            .toList();
    return new NodeNetwork(
        world.connect(memory.asSlice(0, memory.byteSize() - slotBytes), slotBytes),
        memory,
        slotBytes,
        world.process(),
        near.first(),
        writers,
        readers);
  }

  /** Returns why a process of the node cannot be written to; empty where all can. */
  private String map(List<byte[]> offers, List<MessageChannelWriter> writers) {
    for (int receiver = near.first(); receiver < near.end(); receiver++) {
      try {
        writers.add(new MessageChannelWriter(map(offers.get(receiver))));
      } catch (FailureException e) {
        return "process %d cannot map memory of process %d: %s"
            .formatted(world.process(), receiver, e.getMessage());
      }
    }
    return "";
  }

  /** The channel of this process in the memory of another one. */
  private MemorySegment map(byte[] told) {
    if (told.length == 0) {
      throw new FailureException(
          new Failure.NetworkError(
              "it has one receive buffer (gpurma.receive.slots), or gpurma.node.messages is mpi there"));
    }
    Offer offer = Offer.decode(told);
    MemorySegment memory = offer.file().map(Arena.global());
    if (memory.byteSize() < stampOffset() + Long.BYTES
        || memory.get(ValueLayout.JAVA_LONG, stampOffset()) != offer.stamp()) {
      throw new FailureException(
          new Failure.NetworkError(offer.file().path() + " is another file here"));
    }
    return channel(memory, world.process() - near.first());
  }

  /** In the memory of a process lie the channels to it, by sender, and the stamp. */
  private long stampOffset() {
    return (long) near.count() * MessageChannelReader.CHANNEL_BYTES;
  }

  private void warn(String refusal) {
    if (world.process() == near.first()) {
      System.err.printf(
          "gpurma-runtime: processes %d to %d send all messages by MPI: %s%n",
          near.first(), near.end() - 1, refusal);
    }
  }

  private static MemorySegment channel(MemorySegment channels, int sender) {
    return channels.asSlice(
        (long) sender * MessageChannelReader.CHANNEL_BYTES, MessageChannelReader.CHANNEL_BYTES);
  }

  /**
   * How others find the memory of a process.
   *
   * @param stamp is in it, too: in a container of its own the same path means another file
   */
  private record Offer(long stamp, MemoryFile file) {

    byte[] encode() {
      byte[] handle = file.handle();
      return ByteBuffer.allocate(Long.BYTES + handle.length).putLong(stamp).put(handle).array();
    }

    static Offer decode(byte[] told) {
      long stamp = ByteBuffer.wrap(told).getLong();
      return new Offer(stamp, MemoryFile.of(Arrays.copyOfRange(told, Long.BYTES, told.length)));
    }
  }
}
