package org.gpurma.runtime.engine;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.device.Run;
import org.gpurma.runtime.device.RunState;
import org.gpurma.runtime.fakes.FakeRank;

/** A kernel whose ranks are Java threads. */
final class FakeKernel implements Program {

  private final List<FakeRank> ranks;
  private final Consumer<FakeRank> body;
  private volatile RunState.Faulted fault;

  FakeKernel(List<FakeRank> ranks, Consumer<FakeRank> body) {
    this.ranks = ranks;
    this.body = body;
  }

  void fault(RunState.Faulted how) {
    fault = how;
  }

  @Override
  public int fittingRanks(int threadsPerRank) {
    return ranks.size();
  }

  @Override
  public Run launch(int count, int threadsPerRank, long contextAddress) {
    CountDownLatch running = new CountDownLatch(count);
    for (FakeRank rank : ranks) {
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                body.accept(rank);
                running.countDown();
              });
    }
    return () -> {
      if (fault != null) {
        return fault;
      }
      return running.getCount() == 0 ? RunState.ENDED : RunState.RUNNING;
    };
  }
}
