package org.gpurma.runtime.stall;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gpurma.runtime.records.WindowHandle;

/** The ranks of this process, looked at together. */
final class WatchedProcess {

  private final List<WatchedRank> ranks;
  private final InFlight inFlight;
  private final boolean alone;

  /** Takes whether this is the job's only process. */
  WatchedProcess(List<WatchedRank> ranks, InFlight inFlight, boolean alone) {
    this.ranks = List.copyOf(ranks);
    this.inFlight = inFlight;
    this.alone = alone;
  }

  List<WatchedRank> ranks() {
    return ranks;
  }

  /** The ranks that wait. */
  List<RankWait> waits(long now) {
    return ranks.stream().filter(WatchedRank::isWaiting).map(rank -> rank.at(now)).toList();
  }

  /** The ranks, in WORLD, that have finished. */
  List<Integer> finished() {
    return ranks.stream()
        .filter(rank -> rank.current().isFinished())
        .map(WatchedRank::rank)
        .toList();
  }

  /** The ranks, in WORLD, that have neither finished nor said that they wait. */
  List<Integer> running() {
    return ranks.stream()
        .filter(rank -> rank.current().kind() == WaitKind.NONE)
        .map(WatchedRank::rank)
        .toList();
  }

  Standing look(long now) {
    long versions = 0;
    int laneSent = 0;
    int laneTaken = 0;
    boolean allWait = true;
    boolean allDepend = true;
    Course course = Course.NONE;
    for (WatchedRank rank : ranks) {
      rank.look(now);
      Wait wait = rank.current();
      versions += Integer.toUnsignedLong(wait.version());
      laneSent += wait.totals().laneSent();
      laneTaken += wait.totals().laneTaken();
      allWait &= rank.isLegible() && (wait.isWaiting() || wait.isFinished());
      allDepend &= wait.dependsOnPrograms() || wait.isFinished();
      course = course.and(wait.course(alone));
    }
    if (someWaitsForAFinishedRank()) {
      course = course.and(Course.ofWaiting(course.ended().getAsInt()));
    }
    // Who serves the ranks is asked only where it matters.
    Optional<InFlight.Account> account =
        allWait && allDepend && !allAreInDeviceBarrier() ? inFlight.account() : Optional.empty();
    boolean isStill = account.map(this::isSettled).orElse(false);
    return new Standing(
        isStill ? Rest.STILL : allWait ? Rest.WAITING : Rest.MOVING,
        allAreInWorldBarrier(),
        versions,
        laneSent,
        laneTaken,
        account.map(InFlight.Account::messagesSent).orElse(0L),
        account.map(open -> open.arrived().messagesHandled()).orElse(0L),
        course);
  }

  /**
   * A rank is in a DEVICE barrier that a finished one has not entered: as good as behind its end.
   */
  private boolean someWaitsForAFinishedRank() {
    return ranks.stream()
        .map(WatchedRank::current)
        .filter(wait -> wait.isInBarrier(WindowHandle.DEVICE))
        .anyMatch(this::isMissed);
  }

  private boolean isMissed(Wait barrier) {
    return ranks.stream()
        .map(WatchedRank::current)
        .filter(Wait::isFinished)
        .anyMatch(end -> barrier.totals().deviceBarriers() - end.totals().deviceBarriers() > 0);
  }

  /** Nothing is under way between the ranks and the process. */
  private boolean isSettled(InFlight.Account account) {
    for (int i = 0; i < ranks.size(); i++) {
      Wait wait = ranks.get(i).current();
      boolean isTold = wait.totals().hostTaken() == account.arrived().piecesWritten().get(i);
      // A rank that has finished takes nothing any more, whatever is written for it.
      if (wait.totals().commands() != account.departed().entriesDone().get(i)
          || !(isTold || wait.isFinished())) {
        return false;
      }
    }
    return account.isIdle();
  }

  /** Then the barrier is complete: its release is on the way. */
  private boolean allAreInDeviceBarrier() {
    return ranks.stream().allMatch(rank -> rank.current().isInBarrier(WindowHandle.DEVICE));
  }

  /**
   * Ranks that are in the same WORLD barrier by different numbers of barriers of their device have
   * called different collectives: that barrier may never be complete. A process alone has one count
   * for the barriers of both communicators.
   */
  private boolean allAreInWorldBarrier() {
    Map<Integer, Integer> deviceBarriers = new HashMap<>();
    for (WatchedRank rank : ranks) {
      Wait wait = rank.current();
      Wait.Totals totals = wait.totals();
      Integer others = deviceBarriers.putIfAbsent(totals.worldBarriers(), totals.deviceBarriers());
      boolean isLikeOthers = alone || others == null || others == totals.deviceBarriers();
      boolean isInBarrier = alone ? wait.kind() == WaitKind.BARRIER : wait.isInWorldBarrier();
      if (!isLikeOthers || !(isInBarrier || wait.isFinished())) {
        return false;
      }
    }
    return true;
  }
}
