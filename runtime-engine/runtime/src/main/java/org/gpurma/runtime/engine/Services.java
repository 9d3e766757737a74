package org.gpurma.runtime.engine;

import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.runtime.blockmanager.BlockManager;
import org.gpurma.runtime.blockmanager.BlockManagers;
import org.gpurma.runtime.blockmanager.Departures;
import org.gpurma.runtime.blockmanager.RankMemory;
import org.gpurma.runtime.blockmanager.RankServices;
import org.gpurma.runtime.blockmanager.Timings;
import org.gpurma.runtime.delivery.Arrivals;
import org.gpurma.runtime.delivery.ControlMessages;
import org.gpurma.runtime.delivery.ControlPage;
import org.gpurma.runtime.delivery.GetServer;
import org.gpurma.runtime.delivery.WindowTable;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.network.CountedNetwork;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.queue.HandOver;
import org.gpurma.runtime.stall.StallMail;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.transfer.OutgoingTransfers;

/**
 * What serves the ranks of a process.
 *
 * @param departures what the ranks ask for; the command thread's
 * @param arrivals what comes to them; the receive thread's
 * @param messages to other processes; the command thread's
 * @param letters of the stall watch
 */
public record Services(
    Departures departures,
    Arrivals arrivals,
    ControlMessages messages,
    StallMail letters,
    ControlPage page) {

  /**
   * What the services use.
   *
   * @param mostWaiting bound of a rank's accesses that find no room in its lane
   */
  public record Surroundings(
      Device device,
      JobTopology topology,
      JobMemory memory,
      NetworkManager network,
      Timings timings,
      FailureBoard failures,
      int mostWaiting) {}

  public static Services of(Surroundings around) {
    JobMemory memory = around.memory();
    int process = around.topology().process();
    CountedNetwork network = new CountedNetwork(around.network());
    StallMail letters = new StallMail(around.network(), process, memory.receiveSlotBytes());
    List<RankMemory> ranks =
        memory.hostAreas().stream()
            .map(area -> new RankMemory(area, memory.hostLayout(), memory.sizes()))
            .toList();
    ControlPage page = new ControlPage(memory.controlPage());
    ControlMessages messages =
        new ControlMessages(network::outbound, process, around.topology().processes());
    WindowTable windows = new WindowTable(around.topology().ranks());
    HandOver<Integer> finished = new HandOver<>(around.topology().ranks());
    OutgoingTransfers transfers =
        new OutgoingTransfers(around.device(), network, memory.chunks(), memory.outgoing());
    GetServer gets = new GetServer(around.device(), network, process, memory.replies(), transfers);
    RankServices shared =
        new RankServices(
            around.topology(),
            memory.pool(),
            memory.exposable(),
            windows,
            network,
            messages,
            transfers,
            finished,
            around.timings(),
            around.failures());
    Departures departures =
        new Departures(managers(around, ranks, shared), transfers, gets, network);
    Arrivals arrivals = arrivals(around, ranks, windows, page, finished, gets, letters);
    return new Services(departures, arrivals, messages, letters, page);
  }

  private static BlockManagers managers(
      Surroundings around, List<RankMemory> ranks, RankServices shared) {
    int first = around.topology().rankStart();
    return new BlockManagers(
        IntStream.range(0, ranks.size())
            .mapToObj(i -> new BlockManager(first + i, ranks.get(i), shared))
            .toList());
  }

  private static Arrivals arrivals(
      Surroundings around,
      List<RankMemory> ranks,
      WindowTable windows,
      ControlPage page,
      HandOver<Integer> finished,
      GetServer gets,
      StallMail letters) {
    JobMemory memory = around.memory();
    return new Arrivals(
        new Arrivals.Surroundings(
            around.device(),
            around.topology(),
            around.network(),
            windows,
            page,
            finished,
            gets,
            around.failures(),
            letters),
        new Arrivals.Room(
            memory.receive(),
            memory.receiveSlotBytes(),
            memory.waiting(),
            around.mostWaiting(),
            memory.incoming()),
        memory.chunks(),
        new Arrivals.Ranks(
            ranks.stream().map(RankMemory::lane).toList(),
            ranks.stream().map(RankMemory::completedGets).toList()));
  }
}
