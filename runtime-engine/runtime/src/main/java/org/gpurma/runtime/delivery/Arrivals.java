package org.gpurma.runtime.delivery;

import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.queue.Activity;
import org.gpurma.runtime.queue.FlaggedPieceWriter;
import org.gpurma.runtime.queue.HandOver;
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
  private final Activity activity = new Activity();
  private final HandOver<Integer> finished;
  private final int processes;

  /**
   * What the arrivals use and others own.
   *
   * @param finished says which ranks, by index, take nothing any more
   * @param gets reads windows for ranks of other processes
   */
  public record Surroundings(
      Device device,
      JobTopology topology,
      NetworkManager network,
      WindowTable windows,
      ControlPage page,
      HandOver<Integer> finished,
      GetServer gets,
      FailureBoard failures) {}

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
    WindowAccess access = new WindowAccess(topology, around.windows(), around.failures());
    gets = around.gets();
    IncomingTransfers transfers =
        new IncomingTransfers(around.device(), around.network(), sizes, room.chunks());
    movements = new Movements(around.device(), access, transfers, gets);
    WaitingStore store = new WaitingStore(room.waiting(), room.slotBytes(), around.network());
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
            new ControlMessages(around.network(), topology.process(), processes));
    inbox =
        new Inbox(
            around.network(),
            room.received(),
            room.slotBytes(),
            deliveries,
            replies,
            barrier,
            activity,
            around.failures());
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
    activity.settle(!isEmpty());
    return worked;
  }

  /** Whether anything that came is not yet where it belongs. Any thread. */
  public Activity activity() {
    return activity;
  }

  /** Messages taken from the network. Any thread. */
  public long handled() {
    return inbox.handled();
  }

  /** Whether nothing will come any more, and all that came is where it belongs. */
  public boolean areOver() {
    return inbox.drainedProcesses() == processes && isEmpty();
  }

  private boolean isEmpty() {
    return deliveries.isEmpty() && replies.isEmpty();
  }

  /** The device is dead: whatever is on its way, or comes now, is dropped. Any thread. */
  public void abandon() {
    movements.abandon();
  }
}
