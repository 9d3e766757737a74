package org.gpurma.runtime.bench;

import java.util.List;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.device.Run;
import org.gpurma.runtime.device.RunState;
import org.gpurma.runtime.engine.PlayedRank;

/** A kernel whose last rank is a thread of the host; all others finish at once. */
final class PlayedKernel implements Program {

  private final List<PlayedRank> ranks;
  private final Runnable last;
  private volatile boolean ended;

  /** Takes what the last rank does before it finishes. */
  PlayedKernel(List<PlayedRank> ranks, Runnable last) {
    this.ranks = ranks;
    this.last = last;
  }

  @Override
  public int fittingRanks(int threadsPerRank) {
    return ranks.size();
  }

  @Override
  public Run launch(int count, int threadsPerRank, long contextAddress) {
    Thread.ofPlatform().name("device").daemon().start(this::play);
    return () -> ended ? RunState.ENDED : RunState.RUNNING;
  }

  private void play() {
    ranks.subList(0, ranks.size() - 1).forEach(PlayedRank::finish);
    last.run();
    ranks.getLast().finish();
    ended = true;
  }
}
