package org.gpurma.runtime.delivery;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalInt;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.records.LaneDescriptor;
import org.gpurma.runtime.records.WindowHandle;

/**
 * Brings accesses from elsewhere to the ranks of this process, in order for each rank. The receive
 * thread's.
 */
final class Deliveries {

  private final int rankStart;
  private final List<RankDelivery> ranks;
  private final WindowAccess windows;
  private final FailureBoard failures;

  /** Ranks, by index, to which something is not delivered yet. */
  private final int[] busy;

  private int busyCount;
  private int turn;
  private final MemorySegment room =
      Arena.ofAuto().allocate(MessageHeader.BYTES + LaneDescriptor.PACKET_BYTES, Long.BYTES);

  Deliveries(int rankStart, List<RankDelivery> ranks, WindowAccess windows, FailureBoard failures) {
    this.rankStart = rankStart;
    this.ranks = ranks;
    this.windows = windows;
    this.failures = failures;
    busy = new int[ranks.size()];
  }

  /**
   * Takes a put that arrived.
   *
   * @return whether its receive buffer is free again
   */
  boolean put(SharedMemory message, int receiveSlot) {
    MemorySegment header = message.host();
    int index = MessageHeader.target(header) - rankStart;
    RankDelivery rank = ranks.get(index);
    if (MessageHeader.payloadBytes(header) > LaneDescriptor.PACKET_BYTES) {
      return putDirect(index, rank, message, receiveSlot);
    }
    if (!isRefused(header) && !rank.writeNow(header)) {
      keep(index, rank, header);
    }
    return true;
  }

  /** Takes the announcement of a put, or a get. */
  void takeLater(MemorySegment header, Delivery.Kind kind) {
    int index = MessageHeader.target(header) - rankStart;
    RankDelivery rank = ranks.get(index);
    boolean wasEmpty = rank.isEmpty();
    afterKeeping(index, rank, wasEmpty, rank.keepHeader(header, kind));
    rank.advance();
  }

  /** The rank reads its lane no more. */
  void finish(int index) {
    RankDelivery rank = ranks.get(index);
    boolean wasBusy = !rank.isEmpty();
    rank.close(room);
    if (!wasBusy && !rank.isEmpty()) {
      busy[busyCount++] = index;
    }
  }

  /** Returns whether anything moved. */
  boolean advance() {
    if (busyCount == 0) {
      return false;
    }
    boolean advanced = false;
    // Each is the first one in turn: they compete for transfers.
    turn = (turn + 1) % busyCount;
    for (int i = 0; i < busyCount; i++) {
      int place = turn + i;
      advanced |= ranks.get(busy[place < busyCount ? place : place - busyCount]).advance();
    }
    dropIdle();
    return advanced;
  }

  boolean isEmpty() {
    return busyCount == 0;
  }

  /** By rank, pieces written into its lane, modulo 2^32. */
  List<Integer> piecesWritten() {
    return ranks.stream().map(RankDelivery::piecesWritten).toList();
  }

  private void dropIdle() {
    int left = 0;
    for (int i = 0; i < busyCount; i++) {
      if (!ranks.get(busy[i]).isEmpty()) {
        busy[left++] = busy[i];
      }
    }
    busyCount = left;
  }

  private boolean putDirect(int index, RankDelivery rank, SharedMemory message, int receiveSlot) {
    boolean wasEmpty = rank.isEmpty();
    if (!rank.copiesStartAtOnce()) {
      keep(index, rank, message.host());
      return true;
    }
    rank.hold(message, receiveSlot);
    if (wasEmpty) {
      busy[busyCount++] = index;
    }
    rank.advance();
    return false;
  }

  private boolean isRefused(MemorySegment header) {
    return MessageHeader.window(header) != WindowHandle.NO_WINDOW
        && windows.address(header) == WindowAccess.REFUSED;
  }

  private void keep(int index, RankDelivery rank, MemorySegment message) {
    boolean wasEmpty = rank.isEmpty();
    afterKeeping(index, rank, wasEmpty, rank.keep(message));
  }

  private void afterKeeping(int index, RankDelivery rank, boolean wasEmpty, boolean hadRoom) {
    if (!hadRoom) {
      failures.report(
          new Failure.NotificationOverflow(
              OptionalInt.of(rank.rank()),
              "rank %d takes nothing: too much from other devices waits for it"
                  .formatted(rank.rank())));
    } else if (wasEmpty) {
      busy[busyCount++] = index;
    }
  }
}
