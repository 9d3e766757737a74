package org.gpurma.runtime.delivery;

import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.queue.FlaggedPieceWriter;
import org.gpurma.runtime.queue.HandOver;
import org.gpurma.runtime.topology.JobTopology;

/**
 * Everything that a process does about what comes to it. One thread works on it at a time; what
 * others may call says so.
 */
public final class Arrivals {

  private final Inbox inbox;
  private final Deliveries deliveries;
  private final Copies copies;
  private final HandOver<Integer> finished;
  private final int processes;

  /**
   * What the arrivals use and others own.
   *
   * @param finished says which ranks, by index, take nothing any more
   */
  public record Surroundings(
      Device device,
      JobTopology topology,
      NetworkManager network,
      WindowTable windows,
      ControlPage page,
      HandOver<Integer> finished,
      FailureBoard failures) {}

  /**
   * The memory that things arrive in.
   *
   * @param received memory of the network's receive buffers
   * @param slotBytes size of one of them
   * @param waiting room for payloads that wait for their rank
   * @param mostWaiting accesses of a rank that may wait
   */
  public record Room(SharedMemory received, int slotBytes, SharedMemory waiting, int mostWaiting) {}

  /** Takes the host's lanes of the ranks of this process, in order. */
  public Arrivals(Surroundings around, Room room, List<FlaggedPieceWriter> lanes) {
    JobTopology topology = around.topology();
    processes = topology.processes();
    finished = around.finished();
    WindowAccess access = new WindowAccess(topology, around.windows(), around.failures());
    copies = new Copies(around.device(), access);
    WaitingStore store = new WaitingStore(room.waiting(), room.slotBytes(), around.network());
    List<RankDelivery> ranks =
        IntStream.range(0, lanes.size())
            .mapToObj(
                i ->
                    new RankDelivery(
                        topology.rankStart() + i,
                        room.mostWaiting(),
                        new HostLane(lanes.get(i)),
                        copies,
                        store))
            .toList();
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
            barrier,
            around.failures());
  }

  /** Returns whether there was anything to do. */
  public boolean work() {
    boolean worked = inbox.work();
    for (Integer rank = finished.poll(); rank != null; rank = finished.poll()) {
      deliveries.finish(rank);
      worked = true;
    }
    return deliveries.advance() || worked;
  }

  /** Whether nothing will come any more, and all that came is where it belongs. */
  public boolean areOver() {
    return inbox.drainedProcesses() == processes && deliveries.isEmpty();
  }

  /** The device is dead: whatever is on its way, or comes now, is dropped. Any thread. */
  public void abandon() {
    copies.abandon();
  }
}
