package org.gpurma.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.gpurma.service.job.JobId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole workloads in virtual time; the auditor holds every decision against the rules. */
class SimulationTest {
  private static final long SEED = new Random().nextLong();

  static LongStream seeds() {
    System.out.println("seed of the simulations: " + SEED);
    return new SplittableRandom(SEED).longs(60);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void whatever_comes_every_rule_is_kept_and_every_job_that_can_run_does(long seed) {
    var random = new SplittableRandom(seed);
    var workload = new Workload(random);
    Inventory cluster = workload.mixedCluster(1 + random.nextInt(30));
    int gpus = cluster.nodes().stream().mapToInt(Inventory.Node::gpus).sum();
    Projects projects = workload.projects(5, gpus);
    List<Simulation.Task> tasks =
        workload.anything(random.nextInt(20, 400), 5, gpus, 24 * Workload.HOUR);
    var policy = new Policy(15 * Workload.MINUTE, 3 * Workload.HOUR, 10_000);

    var simulation = new Simulation(cluster, projects, policy).with(tasks);
    Map<JobId, Long> starts = simulation.run().starts();

    for (Simulation.Task task : tasks) {
      Request request = task.request();
      var packing = new Packing(cluster, request.shape());
      int quota = projects.get(request.project()).maxGpus();
      boolean canRun =
          !request.held() && packing.fitsAtAll() && (quota == 0 || packing.charge() <= quota);
      assertThat(starts.containsKey(request.job())).as("%s runs", request).isEqualTo(canRun);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void nodes_may_fail_and_come_back_at_any_time(long seed) {
    var random = new SplittableRandom(seed);
    var workload = new Workload(random);
    Inventory cluster = Workload.uniform(2 + random.nextInt(10), 8);
    List<Simulation.Outage> outages = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      outages.add(
          new Simulation.Outage(
              random.nextLong(24 * Workload.HOUR),
              random.nextInt(cluster.nodes().size()),
              random.nextInt(9)));
    }
    for (int node = 0; node < cluster.nodes().size(); node++) {
      outages.add(new Simulation.Outage(25 * Workload.HOUR, node, 0));
    }

    List<Simulation.Task> tasks = workload.anything(200, 3, 16, 24 * Workload.HOUR);
    Simulation.Result result =
        new Simulation(cluster, Projects.NONE, Policy.DEFAULT)
            .with(tasks)
            .withOutages(outages)
            .run();

    assertThat(result.starts())
        .hasSize(
            (int)
                tasks.stream()
                    .map(Simulation.Task::request)
                    .filter(request -> !request.held())
                    .filter(request -> new Packing(cluster, request.shape()).fitsAtAll())
                    .count());
  }

  /** The scheduler could be busy for ever with the small ones. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void a_large_gang_is_not_starved_by_a_stream_of_small_jobs(long seed) {
    var random = new SplittableRandom(seed);
    var policy = new Policy(Workload.MINUTE, 2 * Workload.HOUR, 10_000);
    long longest = 60 * Workload.MINUTE;
    Request large =
        Request.of(JobId.of("large", 1), 1, "p0", -5, Workload.HOUR, longest, Shape.of(32));
    List<Simulation.Task> tasks = new ArrayList<>();
    tasks.add(new Simulation.Task(large, longest));
    for (int i = 2; i < 1500; i++) {
      long walltime = Math.min(longest, Workload.MINUTE * (1 + random.nextInt(60)));
      tasks.add(
          new Simulation.Task(
              Request.of(
                  JobId.of("small", i),
                  i,
                  "p" + random.nextInt(3),
                  random.nextInt(-5, 6),
                  random.nextLong(12 * Workload.HOUR),
                  walltime,
                  Shape.of(1 + random.nextInt(4))),
              walltime));
    }

    Map<JobId, Long> starts =
        new Simulation(Workload.uniform(4, 8), Projects.NONE, policy).with(tasks).run().starts();

    long settled = large.submittedAt() + 10 * policy.priorityPoint() + policy.fairShareSpan();
    long waitingBefore =
        tasks.stream()
            .filter(task -> task.request() != large)
            .filter(task -> task.request().submittedAt() <= settled)
            .filter(task -> starts.get(task.request().job()) > settled)
            .count();
    // Each of those before it needs at most one longest walltime to start, and so does it.
    assertThat(starts.get(large.job()))
        .isLessThanOrEqualTo(settled + (waitingBefore + 1) * longest);
  }

  @Test
  void ten_thousand_nodes_are_kept_by_the_same_rules() {
    long seed = SEED;
    System.out.println("seed of the large simulation: " + seed);
    var workload = new Workload(new SplittableRandom(seed));

    Simulation.Result result =
        new Simulation(Workload.uniform(10_000, 8), Projects.NONE, Policy.DEFAULT)
            .with(workload.backlog(12_000, 20))
            .run();

    assertThat(result.starts()).hasSize(12_000);
  }
}
