package org.gpurma.service.scheduling;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * How fast the scheduler decides. Prints a line a figure; run by {@code
 * service/benchmark/scheduler}.
 */
public final class SchedulerBenchmark {
  private static final long SEED = 20_260_101;
  private static final int ROUNDS = 5;

  private SchedulerBenchmark() {}

  public static void main(String[] arguments) {
    replay(3_000);
    for (int round = 0; round < ROUNDS; round++) {
      report(replay(15_000));
    }
    onePass();
  }

  /** A backlog of gangs on 640 nodes of 8 GPUs, looked at whenever a job ends. */
  private static Simulation.Result replay(int jobs) {
    var workload = new Workload(new SplittableRandom(SEED));
    return Simulation.unaudited(Workload.uniform(640, 8), Projects.NONE, Policy.DEFAULT)
        .with(workload.backlog(jobs, 30))
        .run();
  }

  private static void report(Simulation.Result result) {
    System.out.printf(
        Locale.ROOT,
        "640 nodes, %d jobs: %.0f placements/s, %d looks, mean %.0f us, longest %.1f ms%n",
        result.starts().size(),
        result.placementsPerSecond(),
        result.looks(),
        result.decidingNanos() / 1e3 / result.looks(),
        result.longestNanos() / 1e6);
  }

  /** 10,000 nodes that jobs of all ends have filled, 10,000 jobs that wait. */
  private static void onePass() {
    var workload = new Workload(new SplittableRandom(SEED));
    Snapshot empty = Snapshot.of(0, Workload.uniform(10_000, 8), Projects.NONE, Policy.DEFAULT);
    Snapshot filled = step(empty.with(empty.queue().with(requests(workload, 20_000))));
    filled = filled.with(Queue.empty(Policy.DEFAULT)).at(Workload.MINUTE);
    List<Running> some =
        filled.running().all().stream().filter(job -> job.job().hashCode() % 20 == 0).toList();
    Snapshot crowded =
        filled
            .with(filled.running().without(some))
            .with(filled.queue().with(requests(workload, 10_000)));
    long[] nanos = new long[40];
    int starts = 0;
    for (int i = 0; i < nanos.length; i++) {
      long begin = CpuTime.nanos();
      starts = Scheduler.decide(crowded, Policy.DEFAULT).starts().size();
      nanos[i] = CpuTime.nanos() - begin;
    }
    long first = nanos[0];
    Arrays.sort(nanos);
    System.out.printf(
        Locale.ROOT,
        "10,000 nodes, %d running, %d waiting, %d started: first look %.1f ms, median %.1f ms, longest %.1f ms%n",
        crowded.running().all().size(),
        crowded.queue().size(),
        starts,
        first / 1e6,
        nanos[nanos.length / 2] / 1e6,
        nanos[nanos.length - 1] / 1e6);
    long begin = CpuTime.nanos();
    Explainer explainer = Explainer.of(crowded, Policy.DEFAULT, 100);
    crowded.queue().requests().limit(1000).forEach(explainer::explain);
    System.out.printf(
        Locale.ROOT,
        "1,000 of them explained, 100 looks ahead: %.0f ms%n",
        (CpuTime.nanos() - begin) / 1e6);
  }

  private static List<Request> requests(Workload workload, int count) {
    return workload.backlog(count, 30).stream().map(Simulation.Task::request).toList();
  }

  private static Snapshot step(Snapshot snapshot) {
    return snapshot.after(Scheduler.decide(snapshot, Policy.DEFAULT));
  }
}
