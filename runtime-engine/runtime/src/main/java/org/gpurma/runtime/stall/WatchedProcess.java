package org.gpurma.runtime.stall;

import java.util.List;
import java.util.Optional;
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
    boolean allWait = true;
    for (WatchedRank rank : ranks) {
      rank.look(now);
      Wait wait = rank.current();
      versions += Integer.toUnsignedLong(wait.version());
      laneSent += wait.totals().laneSent();
      laneTaken += wait.totals().laneTaken();
      allWait &= rank.isLegible() && wait.dependsOnPrograms();
    }
    // Who serves the ranks is asked only where it matters.
    Optional<InFlight.Account> account =
        allWait && !allAreIn(WindowHandle.DEVICE) ? inFlight.account() : Optional.empty();
    return new Standing(
        account.map(this::isSettled).orElse(false),
        allAreIn(WindowHandle.WORLD),
        versions,
        laneSent,
        laneTaken,
        account.map(InFlight.Account::messagesSent).orElse(0L),
        account.map(open -> open.arrived().messagesHandled()).orElse(0L));
  }

  /** Nothing is under way between the ranks and the process. */
  private boolean isSettled(InFlight.Account account) {
    for (int i = 0; i < ranks.size(); i++) {
      Wait.Totals totals = ranks.get(i).current().totals();
      if (totals.commands() != account.departed().entriesDone().get(i)
          || totals.hostTaken() != account.arrived().piecesWritten().get(i)) {
        return false;
      }
    }
    return account.isIdle();
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
