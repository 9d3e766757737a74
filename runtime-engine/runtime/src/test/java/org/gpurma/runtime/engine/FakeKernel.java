package org.gpurma.runtime.engine;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
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
  private volatile BooleanSupplier othersRun = () -> false;

  FakeKernel(List<FakeRank> ranks, Consumer<FakeRank> body) {
    this.ranks = ranks;
    this.body = body;
  }

  /** Whether other blocks than those of the ranks run. */
  void setOthersRun(BooleanSupplier whether) {
    othersRun = whether;
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
    Set<Integer> returned = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < ranks.size(); i++) {
      FakeRank rank = ranks.get(i);
      int block = i;
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                body.accept(rank);
                returned.add(block);
                running.countDown();
              });
    }
    return new Run() {
      @Override
      public RunState poll() {
        if (fault != null) {
          return fault;
        }
        return running.getCount() == 0 && !othersRun.getAsBoolean()
            ? RunState.ENDED
            : RunState.RUNNING;
      }

      @Override
      public boolean hasReturned(int block) {
        return returned.contains(block);
      }
    };
  }
}
