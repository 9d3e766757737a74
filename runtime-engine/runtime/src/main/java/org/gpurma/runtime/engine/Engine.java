package org.gpurma.runtime.engine;

import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.runtime.blockmanager.BlockManager;
import org.gpurma.runtime.blockmanager.BlockManagers;
import org.gpurma.runtime.blockmanager.RankMemory;
import org.gpurma.runtime.blockmanager.RankServices;
import org.gpurma.runtime.blockmanager.Timings;
import org.gpurma.runtime.delivery.Arrivals;
import org.gpurma.runtime.delivery.ControlMessages;
import org.gpurma.runtime.delivery.ControlPage;
import org.gpurma.runtime.delivery.WindowTable;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.device.Run;
import org.gpurma.runtime.device.RunState;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.queue.HandOver;
import org.gpurma.runtime.topology.JobTopology;

/** The block managers of a process and the loop that drives them. */
public final class Engine {

  private final Device device;
  private final JobTopology topology;
  private final JobMemory memory;
  private final NetworkManager network;
  private final FailureBoard failures;
  private final Timings timings = new Timings(System::nanoTime);

  public Engine(
      Device device,
      JobTopology topology,
      JobMemory memory,
      NetworkManager network,
      FailureBoard failures) {
    this.device = device;
    this.topology = topology;
    this.memory = memory;
    this.network = network;
    this.failures = failures;
  }

  /**
   * Runs the kernel to the end of the job. Whether it went well is on the failure board.
   *
   * @param waitingNotes bound of a rank's accesses that find no room in its lane
   * @param coresAreShared whether the ranks run on the cores of the host
   */
  public RunSummary run(
      Program program,
      int threadsPerRank,
      long contextAddress,
      int waitingNotes,
      boolean coresAreShared) {
    EventLoop loop =
        new EventLoop(
            services(waitingNotes),
            new FaultWatch(topology.rankStart(), memory.hostAreas(), memory.hostLayout(), failures),
            failures,
            new Idle(coresAreShared),
            topology.process());
    long start = System.nanoTime();
    long end = loop.run(launch(program, threadsPerRank, contextAddress));
    return new RunSummary(end - start, timings.millis());
  }

  /** A launch that fails has ended at once; the loop tells the other processes. */
  private Run launch(Program program, int threadsPerRank, long contextAddress) {
    try {
      return program.launch(topology.ranks(), threadsPerRank, contextAddress);
    } catch (FailureException e) {
      failures.report(e.failure());
      return () -> RunState.ENDED;
    }
  }

  private EventLoop.Services services(int mostWaiting) {
    List<RankMemory> ranks =
        memory.hostAreas().stream()
            .map(area -> new RankMemory(area, memory.hostLayout(), memory.sizes()))
            .toList();
    WindowTable windows = new WindowTable(topology.ranks());
    ControlPage page = new ControlPage(memory.controlPage());
    ControlMessages messages =
        new ControlMessages(network, topology.process(), topology.processes());
    HandOver<Integer> finished = new HandOver<>(topology.ranks());
    Arrivals arrivals =
        new Arrivals(
            new Arrivals.Surroundings(device, topology, network, windows, page, finished, failures),
            new Arrivals.Room(
                memory.receive(), memory.receiveSlotBytes(), memory.waiting(), mostWaiting),
            ranks.stream().map(RankMemory::lane).toList());
    RankServices shared =
        new RankServices(
            topology,
            memory.pool(),
            memory.exposable(),
            windows,
            network,
            messages,
            finished,
            timings,
            failures);
    List<BlockManager> managers =
        IntStream.range(0, ranks.size())
            .mapToObj(i -> new BlockManager(topology.rankStart() + i, ranks.get(i), shared))
            .toList();
    return new EventLoop.Services(
        new BlockManagers(managers, memory.allHostAreas().host(), memory.hostLayout().stride()),
        arrivals,
        messages,
        page);
  }
}
