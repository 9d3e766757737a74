package org.gpurma.runtime.stall;

import java.time.Duration;
import java.util.Optional;

/** One rank's waits as the host sees them. Times are the host's, in ns of one clock. */
final class WatchedRank {

  private final int rank;
  private final WaitRecord record;
  private Wait wait = Wait.NONE;
  private boolean isLegible;
  private long began;
  private long progressed;

  /** Takes the rank in WORLD. */
  WatchedRank(int rank, WaitRecord record) {
    this.rank = rank;
    this.record = record;
  }

  void look(long now) {
    Optional<Wait> read = record.read(wait);
    isLegible = read.isPresent();
    read.ifPresent(next -> become(next, now));
  }

  private void become(Wait next, long now) {
    if (!next.isSameCall(wait)) {
      began = now;
    }
    if (!next.isSameProgress(wait)) {
      progressed = now;
    }
    wait = next;
  }

  /** In WORLD. */
  int rank() {
    return rank;
  }

  /** The last that could be read. */
  Wait current() {
    return wait;
  }

  /** Whether the last look could read it. */
  boolean isLegible() {
    return isLegible;
  }

  boolean isWaiting() {
    return wait.isWaiting();
  }

  /** For how long it has got nothing that it waits for. */
  Duration withoutProgress(long now) {
    return isWaiting() ? Duration.ofNanos(now - progressed) : Duration.ZERO;
  }

  RankWait at(long now) {
    return new RankWait(rank, wait, Duration.ofNanos(now - began));
  }
}
