package org.gpurma.runtime.stall;

import java.util.List;
import org.gpurma.runtime.records.WindowHandle;

/** The ranks of this process, looked at together. */
final class WatchedProcess {

  private final List<WatchedRank> ranks;
  private final InFlight inFlight;

  WatchedProcess(List<WatchedRank> ranks, InFlight inFlight) {
    this.ranks = List.copyOf(ranks);
    this.inFlight = inFlight;
  }

  List<WatchedRank> ranks() {
    return ranks;
  }

  /** The ranks that wait. */
  List<RankWait> waits(long now) {
    return ranks.stream().filter(WatchedRank::isWaiting).map(rank -> rank.at(now)).toList();
  }

  Standing look(long now) {
    long versions = 0;
    int laneSent = 0;
    int laneTaken = 0;
    boolean still = inFlight.isIdle();
    for (int i = 0; i < ranks.size(); i++) {
      WatchedRank rank = ranks.get(i);
      rank.look(now);
      Wait wait = rank.current();
      versions += Integer.toUnsignedLong(wait.version());
      laneSent += wait.totals().laneSent();
      laneTaken += wait.totals().laneTaken();
      still &= rank.isLegible() && wait.dependsOnPrograms() && hasNothingUnderWay(i, wait);
    }
    return new Standing(
        still && !allAreIn(WindowHandle.DEVICE),
        allAreIn(WindowHandle.WORLD),
        versions,
        laneSent,
        laneTaken,
        inFlight.messagesSent(),
        inFlight.messagesHandled());
  }

  private boolean hasNothingUnderWay(int deviceRank, Wait wait) {
    return wait.totals().commands() == inFlight.commandsDone(deviceRank)
        && wait.totals().hostTaken() == inFlight.piecesWritten(deviceRank);
  }

  /** Then the barrier is complete: its release is on the way. */
  private boolean allAreIn(int communicator) {
    for (WatchedRank rank : ranks) {
      if (!rank.current().isInBarrier(communicator)) {
        return false;
      }
    }
    return true;
  }
}
