package org.gpurma.runtime.delivery;

import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.network.CountedNetwork;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.queue.FlaggedPieceWriter;
import org.gpurma.runtime.queue.HandOver;
import org.gpurma.runtime.stall.Arrived;
import org.gpurma.runtime.stall.Inquiry;
import org.gpurma.runtime.stall.StallMail;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.transfer.ChunkSizes;
import org.gpurma.runtime.transfer.IncomingTransfers;

/**
 * Everything that a process does about what comes to it. One thread works on it at a time; what
 * others may call says so.
 */
public final class Arrivals {

  private final Inbox inbox;
  private final Deliveries deliveries;
  private final GetReplies replies;
  private final GetServer gets;
  private final Movements movements;
  private final HandOver<Integer> finished;
  private final int processes;
  private final CountedNetwork network;
  private final Inquiry<Arrived> inquiry = new Inquiry<>(this::account);

  /**
   * What the arrivals use and others own.
   *
   * @param finished says which ranks, by index, take nothing any more
   * @param gets reads windows for ranks of other processes
   * @param letters takes what the stall watches of other processes write
   */
  public record Surroundings(
      Device device,
      JobTopology topology,
      NetworkManager network,
      WindowTable windows,
      ControlPage page,
      HandOver<Integer> finished,
      GetServer gets,
      FailureBoard failures,
      StallMail letters) {}

  /**
   * The memory that things arrive in.
   *
   * @param received memory of the network's receive buffers
   * @param slotBytes size of one of them
   * @param waiting room for payloads that wait for their rank
   * @param mostWaiting accesses of a rank that may wait
   * @param chunks of transfers
   */
  public record Room(
      SharedMemory received,
      int slotBytes,
      SharedMemory waiting,
      int mostWaiting,
      SharedMemory chunks) {}

  /** What the ranks of this process are told by, in their order. */
  public record Ranks(List<FlaggedPieceWriter> lanes, List<CompletedGets> gets) {}

  public Arrivals(Surroundings around, Room room, ChunkSizes sizes, Ranks told) {
    JobTopology topology = around.topology();
    processes = topology.processes();
    finished = around.finished();
    network = new CountedNetwork(around.network());
    WindowAccess access = new WindowAccess(topology, around.windows(), around.failures());
    gets = around.gets();
    IncomingTransfers transfers =
        new IncomingTransfers(around.device(), network, sizes, room.chunks());
    movements = new Movements(around.device(), access, transfers, gets);
    WaitingStore store = new WaitingStore(room.waiting(), room.slotBytes(), network);
    List<RankDelivery> ranks =
        IntStream.range(0, topology.ranks())
            .mapToObj(
                i ->
                    new RankDelivery(
                        topology.rankStart() + i,
                        room.mostWaiting(),
                        new HostLane(told.lanes().get(i)),
                        movements,
                        store))
            .toList();
    replies = new GetReplies(topology.rankStart(), around.device(), told.gets(), transfers, store);
    deliveries = new Deliveries(topology.rankStart(), ranks, access, around.failures());
    WorldBarrier barrier =
        new WorldBarrier(
            processes,
            around.page(),
            new ControlMessages(network::reply, topology.process(), processes));
    inbox =
        new Inbox(
            network,
            room.received(),
            room.slotBytes(),
            deliveries,
            replies,
            barrier,
            around.failures(),
            around.letters());
  }

  /** Returns whether there was anything to do. */
  public boolean work() {
    boolean worked = inbox.work();
    for (Integer rank = finished.poll(); rank != null; rank = finished.poll()) {
      deliveries.finish(rank);
      worked = true;
    }
    worked |= gets.hear();
    worked |= deliveries.advance();
    worked |= replies.work();
    inquiry.answerIfAsked();
    return worked;
  }

  /** Asks from another thread how far it is; answered by {@link #work}. */
  public Inquiry<Arrived> inquiry() {
    return inquiry;
  }

  /** Whether nothing will come any more, and all that came is where it belongs. */
  public boolean areOver() {
    return inbox.drainedProcesses() == processes && deliveries.isEmpty() && replies.isEmpty();
  }

  private Arrived account() {
    return new Arrived(
        deliveries.isEmpty() && replies.isEmpty(),
        network.sent(),
        inbox.handled(),
        deliveries.piecesWritten());
  }

  /** The device is dead: whatever is on its way, or comes now, is dropped. Any thread. */
  public void abandon() {
    movements.abandon();
  }
}
