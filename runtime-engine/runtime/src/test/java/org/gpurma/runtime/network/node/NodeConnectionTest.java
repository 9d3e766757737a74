package org.gpurma.runtime.network.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.runtime.fakes.FakeWorld;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.MessageKind;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.OutboundMessage;
import org.gpurma.runtime.network.World;
import org.gpurma.runtime.topology.NearProcesses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NodeConnectionTest {

  private static final int SLOT_BYTES = 2048;
  private static final int PROCESSES = 3;

  @Test
  void processesOfOneNodeReachEachOtherByChannelsAndOthersByTheNetwork() throws Exception {
    List<List<Integer>> heard = FakeWorld.run(PROCESSES, world -> greetAll(world, 4, true));
    assertThat(heard)
        .allSatisfy(epochs -> assertThat(epochs).containsExactlyInAnyOrder(100, 101, 102));
  }

  @Test
  void whereAPathMeansAnotherFileAllMessagesTakeTheNetwork() throws Exception {
    List<List<Integer>> heard =
        FakeWorld.run(PROCESSES, world -> greetAll(new ApartWorld(world), 4, false));
    assertThat(heard)
        .allSatisfy(epochs -> assertThat(epochs).containsExactlyInAnyOrder(100, 101, 102));
  }

  @Test
  void aProcessWithOneReceiveBufferTakesTheNetwork() throws Exception {
    List<List<Integer>> heard =
        FakeWorld.run(PROCESSES, world -> greetAll(world, world.process() == 1 ? 1 : 4, false));
    assertThat(heard)
        .allSatisfy(epochs -> assertThat(epochs).containsExactlyInAnyOrder(100, 101, 102));
  }

  /** Processes 0 and 1 are of one node. Returns what was heard, from each process one message. */
  private static List<Integer> greetAll(World world, int buffers, boolean byChannels) {
    NearProcesses near =
        world.process() < 2 ? new NearProcesses(0, 2) : NearProcesses.alone(world.process());
    MemorySegment memory = Arena.ofAuto().allocate(buffers * SLOT_BYTES, 64);
    NetworkManager network = new NodeConnection(world, near).connect(memory, SLOT_BYTES);
    assertThat(network instanceof NodeNetwork).isEqualTo(byChannels && world.process() < 2);
    MemorySegment header = Arena.ofAuto().allocate(MessageHeader.BYTES, 64);
    OutboundMessage message = network.outbound(header);
    for (int target = 0; target < PROCESSES; target++) {
      MessageHeader.putControl(
          header, MessageKind.BARRIER_ARRIVE, world.process(), 100 + world.process());
      message.sendNow(target, MessageHeader.BYTES);
    }
    List<Integer> epochs = new ArrayList<>();
    while (epochs.size() < PROCESSES) {
      int slot = network.receive();
      if (slot != NetworkManager.NOTHING) {
        epochs.add(MessageHeader.epoch(memory.asSlice((long) slot * SLOT_BYTES, SLOT_BYTES)));
        network.release(slot);
      }
    }
    return epochs;
  }

  /** For every process the path that process 0 tells names the file of its own. */
  private record ApartWorld(World world) implements World {

    @Override
    public List<byte[]> allGather(byte[] mine) {
      List<byte[]> told = new ArrayList<>(world.allGather(mine));
      byte[] first = told.getFirst();
      if (first.length > Long.BYTES && mine.length > Long.BYTES) {
        byte[] mixed = mine.clone();
        System.arraycopy(first, 0, mixed, 0, Long.BYTES);
        told.set(0, mixed);
      }
      return told;
    }

    @Override
    public int process() {
      return world.process();
    }

    @Override
    public int processes() {
      return world.processes();
    }

    @Override
    public String version() {
      return world.version();
    }

    @Override
    public boolean allowsThreads() {
      return world.allowsThreads();
    }

    @Override
    public boolean isCudaAware() {
      return world.isCudaAware();
    }

    @Override
    public NetworkManager connect(MemorySegment memory, int slotBytes) {
      return world.connect(memory, slotBytes);
    }

    @Override
    public void close() {
      world.close();
    }
  }
}
