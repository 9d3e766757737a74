package org.gpurma.runtime.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Random programs under random timing: no deadlock is missed, and none is found that is not one.
 */
class DeadlockModelTest {

  private static final int SCHEDULES = 300;

  /** Between the last change and the verdict; four letters may take 8 s each. */
  private static final long PATIENCE = 60 * ModelJob.SECOND;

  private enum Flaw {
    NONE,
    NOTIFICATION_TOO_FEW,
    BARRIER_TOO_MANY
  }

  @Test
  void noJobThatGoesOnIsCalledDeadlocked() {
    forRandomSchedules(random -> run(ModelJob.prompt(random), Flaw.NONE));
  }

  @Test
  void noJobWhoseStoresAndPollsTakeLongIsCalledDeadlocked() {
    forRandomSchedules(random -> run(ModelJob.slow(random), Flaw.NONE));
  }

  @Test
  void everyDeadlockIsFound() {
    assertThat(
            forRandomSchedules(random -> run(ModelJob.prompt(random), Flaw.NOTIFICATION_TOO_FEW)))
        .isPositive();
  }

  @Test
  void everyDeadlockIsFoundWhereStoresAndPollsTakeLong() {
    assertThat(forRandomSchedules(random -> run(ModelJob.slow(random), Flaw.NOTIFICATION_TOO_FEW)))
        .isPositive();
  }

  @Test
  void everyRankThatWaitsBehindTheEndOfOthersIsFound() {
    assertThat(forRandomSchedules(random -> run(ModelJob.prompt(random), Flaw.BARRIER_TOO_MANY)))
        .isPositive();
  }

  @Test
  void everyRankThatWaitsBehindTheEndOfOthersIsFoundWhereStoresAndPollsTakeLong() {
    assertThat(forRandomSchedules(random -> run(ModelJob.slow(random), Flaw.BARRIER_TOO_MANY)))
        .isPositive();
  }

  /** Returns whether it was found to go no further. */
  private static boolean run(ModelJob job, Flaw flaw) {
    build(job, flaw);
    job.runToVerdict(PATIENCE);
    boolean found = job.foundAny();
    job.runOut();
    if (job.foundMismatch()) {
      assertThat(job.isFinished()).as("whether the job could finish after the verdict").isFalse();
      return true;
    }
    assertThat(job.movesAfterVerdict()).as("ranks that moved on after the verdict").isZero();
    assertThat(found).as("whether the verdict is a deadlock").isEqualTo(job.isDeadlocked());
    return found;
  }

  private static void build(ModelJob job, Flaw flaw) {
    Random random = job.random;
    int processes = 1 + random.nextInt(4);
    int ranksPerProcess = 1 + random.nextInt(1 + random.nextInt(4));
    int nearProcesses = 1 + random.nextInt(processes);
    List<List<ModelOp>> programs =
        ModelPrograms.random(random, processes, ranksPerProcess, 1 + random.nextInt(30));
    switch (flaw) {
      case NONE -> {}
      case NOTIFICATION_TOO_FEW -> ModelPrograms.breakOne(random, programs);
      case BARRIER_TOO_MANY -> ModelPrograms.addBarrier(random, programs);
    }
    for (int i = 0; i < processes; i++) {
      ModelProcess process = new ModelProcess(job, i, i / nearProcesses);
      job.processes.add(process);
      for (int r = 0; r < ranksPerProcess; r++) {
        int rank = i * ranksPerProcess + r;
        ModelRank added = new ModelRank(job, process, rank, programs.get(rank));
        job.ranks.add(added);
        process.add(added);
      }
    }
    job.start();
    freezeNowAndThen(job, processes);
  }

  private static void freezeNowAndThen(ModelJob job, int processes) {
    for (int i = job.random.nextInt(3); i > 0; i--) {
      ModelProcess process = job.processes.get(job.random.nextInt(processes));
      job.within(
          60 * ModelJob.SECOND,
          null,
          () -> process.freeze(job.random.nextLong(20 * ModelJob.SECOND)));
    }
  }

  /** Returns how many of the schedules the body is true for. */
  private static int forRandomSchedules(Predicate<Random> body) {
    long first = System.nanoTime();
    System.out.printf("DeadlockModelTest seeds from %d on%n", first);
    int count = 0;
    for (long seed = first; seed < first + SCHEDULES; seed++) {
      try {
        count += body.test(new Random(seed)) ? 1 : 0;
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    return count;
  }
}
