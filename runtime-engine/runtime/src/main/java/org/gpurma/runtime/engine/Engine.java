package org.gpurma.runtime.engine;

import java.util.ArrayList;
import java.util.List;
import org.gpurma.runtime.blockmanager.BlockManager;
import org.gpurma.runtime.blockmanager.ControlMessages;
import org.gpurma.runtime.blockmanager.ControlPage;
import org.gpurma.runtime.blockmanager.Inbox;
import org.gpurma.runtime.blockmanager.PutDelivery;
import org.gpurma.runtime.blockmanager.RankMemory;
import org.gpurma.runtime.blockmanager.RankServices;
import org.gpurma.runtime.blockmanager.Timings;
import org.gpurma.runtime.blockmanager.WindowTable;
import org.gpurma.runtime.blockmanager.WorldBarrier;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.device.Run;
import org.gpurma.runtime.device.RunState;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.queue.Notifications;
import org.gpurma.runtime.stall.StallMail;
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
   * @param waitingNotes bound of a rank's notifications that find no room in its queue
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
            topology.processes() - 1);
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

  private EventLoop.Services services(int waitingNotes) {
    List<RankMemory> ranks =
        memory.hostAreas().stream()
            .map(area -> new RankMemory(area, memory.hostLayout(), memory.sizes()))
            .toList();
    List<Notifications> notifications =
        ranks.stream().map(rank -> rank.notifications(waitingNotes)).toList();
    WindowTable windows = new WindowTable(topology.ranks());
    PutDelivery delivery = new PutDelivery(device, topology, windows, notifications, failures);
    ControlPage page = new ControlPage(memory.controlPage());
    ControlMessages messages =
        new ControlMessages(network, topology.process(), topology.processes());
    WorldBarrier barrier =
        new WorldBarrier(topology.process(), topology.processes(), page, messages);
    RankServices shared =
        new RankServices(
            topology, memory.pool(), memory.exposable(), windows, barrier, timings, failures);
    StallMail letters = new StallMail(network, topology.process(), memory.receiveSlotBytes());
    Inbox inbox =
        new Inbox(
            network,
            memory.receive(),
            memory.receiveSlotBytes(),
            delivery,
            barrier,
            failures,
            letters);
    List<BlockManager> managers = new ArrayList<>();
    for (int i = 0; i < ranks.size(); i++) {
      managers.add(
          new BlockManager(
              topology.rankStart() + i,
              ranks.get(i),
              notifications.get(i),
              shared,
              network,
              delivery));
    }
    return new EventLoop.Services(managers, inbox, delivery, messages, letters, page);
  }
}
