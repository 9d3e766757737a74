package org.gpurma.runtime.blockmanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.engine.JobMemory;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.fakes.FakeRank;
import org.gpurma.runtime.memory.ArenaContents;
import org.gpurma.runtime.queue.Notifications;
import org.gpurma.runtime.stall.StallMail;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.ProcessPlace;

/** The block managers of one process between ranks and a network that are fakes. */
final class ProcessFixture implements AutoCloseable {

  static final int RANKS = 2;
  static final long MANAGED_BYTES = 4096;

  final FakeDevice device = new FakeDevice();
  final FailureBoard failures = new FailureBoard(_ -> {});
  final AtomicLong clock = new AtomicLong();
  final Timings timings = new Timings(clock::get);
  final List<FakeRank> ranks;
  final FakeNetwork network;
  final JobMemory memory;
  final PutDelivery delivery;
  private final List<BlockManager> managers;
  private final Inbox inbox;

  ProcessFixture(List<Queue<byte[]>> wires, int process) {
    RuntimeConfig config = RuntimeConfig.from(new Properties(), Map.of());
    memory =
        JobMemory.allocate(
            device, config, RANKS, RANKS, new ArenaContents(MANAGED_BYTES, 0, List.of()));
    network =
        FakeNetwork.connect(wires, process, memory.receive().host(), memory.receiveSlotBytes());
    JobTopology topology =
        new JobTopology(process, wires.stream().map(_ -> new ProcessPlace("node", RANKS)).toList());
    ranks =
        memory.hostAreas().stream()
            .map(area -> new FakeRank(area, memory.hostLayout(), memory.sizes()))
            .toList();
    List<RankMemory> areas =
        memory.hostAreas().stream()
            .map(area -> new RankMemory(area, memory.hostLayout(), memory.sizes()))
            .toList();
    List<Notifications> notifications =
        areas.stream().map(area -> area.notifications(config.waitingNotes())).toList();
    WindowTable windows = new WindowTable(RANKS);
    delivery = new PutDelivery(device, topology, windows, notifications, failures);
    ControlMessages messages = new ControlMessages(network, process, wires.size());
    WorldBarrier barrier =
        new WorldBarrier(process, wires.size(), new ControlPage(memory.control().host()), messages);
    inbox =
        new Inbox(
            network,
            memory.receive(),
            memory.receiveSlotBytes(),
            delivery,
            barrier,
            failures,
            new StallMail(network, process, memory.receiveSlotBytes()));
    RankServices services =
        new RankServices(
            topology, memory.pool(), memory.exposable(), windows, barrier, timings, failures);
    managers =
        IntStream.range(0, RANKS)
            .mapToObj(
                i ->
                    new BlockManager(
                        topology.rankStart() + i,
                        areas.get(i),
                        notifications.get(i),
                        services,
                        network,
                        delivery))
            .toList();
  }

  BlockManager manager(int rank) {
    return managers.get(rank);
  }

  void work() {
    inbox.work();
    managers.forEach(BlockManager::work);
  }

  /** Allocates managed memory for a rank. */
  long allocate(int rank, long bytes) {
    ranks.get(rank).allocate(bytes, 1);
    work();
    return ranks.get(rank).answer().orElseThrow().value();
  }

  /** Creates a window for a rank over fresh memory; returns where it lies. */
  long createWindow(int rank, int window, long bytes) {
    long base = allocate(rank, bytes);
    ranks.get(rank).createWindow(window, base, bytes, 2);
    work();
    assertThat(ranks.get(rank).answer()).isPresent();
    return base;
  }

  @Override
  public void close() {
    device.close();
  }
}
