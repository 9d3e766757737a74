package org.gpurma.runtime.blockmanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.delivery.Arrivals;
import org.gpurma.runtime.engine.JobMemory;
import org.gpurma.runtime.engine.Services;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.fakes.FakeRank;
import org.gpurma.runtime.memory.ArenaContents;
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
  final Departures departures;

  ProcessFixture(FakeNetwork.Wires wires, int process) {
    this(wires, process, RANKS);
  }

  /** With so many ranks a process. */
  ProcessFixture(FakeNetwork.Wires wires, int process, int rankCount) {
    Properties settings = new Properties();
    settings.setProperty("gpurma.waiting.mib", "1");
    settings.setProperty("gpurma.transfers", "2");
    settings.setProperty("gpurma.transfer.chunk.kib", "16");
    RuntimeConfig config = RuntimeConfig.from(settings, Map.of());
    memory =
        JobMemory.allocate(
            device,
            config,
            rankCount,
            rankCount,
            false,
            new ArenaContents(MANAGED_BYTES, 0, List.of()));
    network =
        FakeNetwork.connect(wires, process, memory.receive().host(), memory.receiveSlotBytes());
    JobTopology topology =
        new JobTopology(
            process, Collections.nCopies(wires.processes(), new ProcessPlace("node", rankCount)));
    ranks =
        memory.hostAreas().stream()
            .map(area -> new FakeRank(area, memory.hostLayout(), memory.sizes()))
            .toList();
    Services services =
        Services.of(
            new Services.Surroundings(
                device, topology, memory, network, timings, failures, MOST_WAITING));
    arrivals = services.arrivals();
    departures = services.departures();
  }

  void work() {
    arrivals.work();
    departures.work();
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
