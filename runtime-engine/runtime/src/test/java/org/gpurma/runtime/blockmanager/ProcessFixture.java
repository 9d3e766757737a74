package org.gpurma.runtime.blockmanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.delivery.Arrivals;
import org.gpurma.runtime.delivery.ControlMessages;
import org.gpurma.runtime.delivery.ControlPage;
import org.gpurma.runtime.delivery.WindowTable;
import org.gpurma.runtime.engine.JobMemory;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.fakes.FakeRank;
import org.gpurma.runtime.memory.ArenaContents;
import org.gpurma.runtime.queue.HandOver;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.ProcessPlace;

/** The block managers of one process between ranks and a network that are fakes. */
final class ProcessFixture implements AutoCloseable {

  static final int RANKS = 2;
  static final long MANAGED_BYTES = 1 << 20;
  static final int MOST_WAITING = 500;

  final FakeDevice device = new FakeDevice();
  final FailureBoard failures = new FailureBoard(_ -> {});
  final AtomicLong clock = new AtomicLong();
  final Timings timings = new Timings(clock::get);
  final List<FakeRank> ranks;
  final FakeNetwork network;
  final JobMemory memory;
  final Arrivals arrivals;
  final BlockManagers managers;

  ProcessFixture(List<Queue<byte[]>> wires, int process) {
    Properties settings = new Properties();
    settings.setProperty("gpurma.waiting.mib", "1");
    RuntimeConfig config = RuntimeConfig.from(settings, Map.of());
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
    WindowTable windows = new WindowTable(RANKS);
    HandOver<Integer> finished = new HandOver<>(RANKS);
    arrivals =
        new Arrivals(
            new Arrivals.Surroundings(
                device,
                topology,
                network,
                windows,
                new ControlPage(memory.control().host()),
                finished,
                failures),
            new Arrivals.Room(
                memory.receive(), memory.receiveSlotBytes(), memory.waiting(), MOST_WAITING),
            areas.stream().map(RankMemory::lane).toList());
    RankServices services =
        new RankServices(
            topology,
            memory.pool(),
            memory.exposable(),
            windows,
            network,
            new ControlMessages(network, process, wires.size()),
            finished,
            timings,
            failures);
    managers =
        new BlockManagers(
            IntStream.range(0, RANKS)
                .mapToObj(i -> new BlockManager(topology.rankStart() + i, areas.get(i), services))
                .toList(),
            memory.allHostAreas().host(),
            memory.hostLayout().stride());
  }

  void work() {
    arrivals.work();
    managers.work();
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
