package org.gpurma.service.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.gpurma.service.job.JobId;

/** Makes clusters and jobs at random. */
final class Workload {
  static final long MINUTE = 60_000;
  static final long HOUR = 60 * MINUTE;

  private final RandomGenerator random;

  Workload(RandomGenerator random) {
    this.random = random;
  }

  static Inventory uniform(int nodes, int gpus) {
    List<Inventory.Node> all = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      all.add(new Inventory.Node("n" + i, "NVIDIA H200", 143_771, gpus, 0));
    }
    return Inventory.of(all);
  }

  /** Nodes of two kinds and of several sizes, some partly out of service. */
  Inventory mixedCluster(int nodes) {
    List<Inventory.Node> all = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      boolean large = random.nextInt(3) > 0;
      int gpus = 1 << random.nextInt(4);
      int unusable = random.nextInt(6) == 0 ? random.nextInt(gpus + 1) : 0;
      all.add(
          new Inventory.Node(
              "n" + i,
              large ? "NVIDIA H200" : "NVIDIA A100",
              large ? 143_771 : 40_960,
              gpus,
              unusable));
    }
    return Inventory.of(all);
  }

  Projects projects(int count, int clusterGpus) {
    List<Project> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int quota = random.nextBoolean() ? 0 : 1 + random.nextInt(Math.max(1, clusterGpus));
      all.add(new Project("p" + i, 1 + random.nextInt(4), quota, random.nextInt(10)));
    }
    return Projects.of(all);
  }

  /** Jobs of every kind; some of them can never run on a given cluster. */
  List<Simulation.Task> anything(int jobs, int projects, int largest, long span) {
    List<Simulation.Task> tasks = new ArrayList<>();
    for (int i = 1; i <= jobs; i++) {
      long submitted = random.nextLong(span);
      long walltime = MINUTE * (1 + random.nextInt(240));
      int array = random.nextInt(10);
      tasks.add(
          new Simulation.Task(
              new Request(
                  JobId.of("job", i),
                  i,
                  "p" + random.nextInt(projects),
                  random.nextInt(5) == 0 ? random.nextInt(-20, 21) : 0,
                  submitted,
                  walltime,
                  shape(largest),
                  random.nextInt(20) == 0 ? submitted + random.nextLong(HOUR) : 0,
                  random.nextInt(40) == 0,
                  array == 0 ? "a" + random.nextInt(4) : "",
                  array == 0 ? 2 : 0),
              Math.max(1, (long) (walltime * random.nextDouble()))));
    }
    return tasks;
  }

  private Shape shape(int largest) {
    GpuWish wish =
        switch (random.nextInt(6)) {
          case 0 -> new GpuWish("H200", 0);
          case 1 -> new GpuWish("", 80_000);
          default -> GpuWish.ANY;
        };
    boolean exclusive = random.nextInt(12) == 0;
    if (random.nextInt(6) == 0) {
      int nodes = 1 + random.nextInt(3);
      return new Shape(nodes * (1 << random.nextInt(3)), nodes, exclusive, wish);
    }
    int gpus = random.nextInt(4) == 0 ? 1 + random.nextInt(largest) : 1 << random.nextInt(4);
    return new Shape(gpus, 0, exclusive, wish);
  }

  /** Gangs of 1 to 64 GPUs that arrive all at once, in the proportions of a busy cluster. */
  List<Simulation.Task> backlog(int jobs, int projects) {
    int[] gangs = {1, 1, 1, 1, 2, 2, 4, 4, 8, 8, 8, 16, 32, 64};
    List<Simulation.Task> tasks = new ArrayList<>();
    for (int i = 1; i <= jobs; i++) {
      long walltime = MINUTE * (10 + 10 * random.nextInt(24));
      tasks.add(
          new Simulation.Task(
              Request.of(
                  JobId.of("job", i),
                  i,
                  "p" + random.nextInt(projects),
                  random.nextInt(10) == 0 ? 10 : 0,
                  0,
                  walltime,
                  Shape.of(gangs[random.nextInt(gangs.length)])),
              Math.max(1, (long) (walltime * (0.2 + 0.8 * random.nextDouble())))));
    }
    return tasks;
  }
}
