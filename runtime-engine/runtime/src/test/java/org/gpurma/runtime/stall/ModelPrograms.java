package org.gpurma.runtime.stall;

import static org.gpurma.runtime.records.WaitRecordDescriptor.ANY;
import static org.gpurma.runtime.stall.ModelJob.MICRO;
import static org.gpurma.runtime.stall.ModelJob.MILLI;
import static org.gpurma.runtime.stall.ModelJob.SECOND;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.gpurma.runtime.records.WindowHandle;

/** Programs that fit together, or nearly. All end in a barrier, as gpurma_gpu_finish is one. */
final class ModelPrograms {

  private final Random random;
  private final List<List<ModelOp>> programs;
  private final int ranksPerProcess;

  private ModelPrograms(Random random, int processes, int ranksPerProcess) {
    this.random = random;
    this.ranksPerProcess = ranksPerProcess;
    this.programs =
        IntStream.range(0, processes * ranksPerProcess)
            .<List<ModelOp>>mapToObj(_ -> new ArrayList<>())
            .toList();
  }

  /** A program for each rank; every wait is answered. */
  static List<List<ModelOp>> random(Random random, int processes, int ranksPerProcess, int steps) {
    ModelPrograms all = new ModelPrograms(random, processes, ranksPerProcess);
    for (int step = 0; step < steps; step++) {
      all.addStep();
    }
    all.programs.forEach(program -> program.add(new ModelOp.Barrier(WindowHandle.WORLD)));
    return all.programs;
  }

  /** Takes out one notification: whoever wants it, or a later one like it, waits for ever. */
  static boolean breakOne(Random random, List<List<ModelOp>> programs) {
    List<ModelOp> broken = programs.get(random.nextInt(programs.size()));
    List<ModelOp> notifications = broken.stream().filter(ModelOp.Notify.class::isInstance).toList();
    if (notifications.isEmpty()) {
      return false;
    }
    ModelOp gone = notifications.get(random.nextInt(notifications.size()));
    return broken.remove(gone);
  }

  /** One rank calls a barrier of WORLD that no other calls, and may want to go on behind it. */
  static void addBarrier(Random random, List<List<ModelOp>> programs) {
    List<ModelOp> broken = programs.get(random.nextInt(programs.size()));
    int place = random.nextInt(broken.size() + 1);
    for (int i = random.nextInt(3); i > 0; i--) {
      int other = random.nextInt(programs.size());
      broken.add(
          place,
          new ModelOp.Take(random.nextBoolean() ? other : ANY, 6, 1, random.nextInt(8) == 0));
    }
    for (int i = random.nextInt(6); i > 0; i--) {
      broken.add(place, new ModelOp.Notify(random.nextInt(programs.size()), 7));
    }
    broken.add(place, new ModelOp.Barrier(WindowHandle.WORLD));
  }

  private void addStep() {
    switch (random.nextInt(10)) {
      case 0 -> programs.forEach(program -> program.add(new ModelOp.Barrier(WindowHandle.WORLD)));
      case 1 -> addDeviceBarrier();
      case 2 -> any().add(new ModelOp.CallHost());
      case 3, 4 -> addPingPong();
      case 5, 6 -> any().add(new ModelOp.Compute(duration()));
      default -> addNotifications();
    }
  }

  private void addDeviceBarrier() {
    int first = random.nextInt(programs.size()) / ranksPerProcess * ranksPerProcess;
    programs
        .subList(first, first + ranksPerProcess)
        .forEach(program -> program.add(new ModelOp.Barrier(WindowHandle.DEVICE)));
  }

  /** Two ranks that wait for each other in turn, while one of them computes in between. */
  private void addPingPong() {
    int one = random.nextInt(programs.size());
    int other = random.nextInt(programs.size());
    boolean repliesTwice = random.nextBoolean();
    for (int turn = random.nextInt(6); turn > 0; turn--) {
      programs.get(one).add(new ModelOp.Compute(3 * SECOND));
      programs.get(one).add(new ModelOp.Notify(other, 3));
      programs.get(other).add(new ModelOp.Take(one, 3, 1, false));
      if (repliesTwice) {
        programs.get(other).add(new ModelOp.Notify(one, 5));
        programs.get(one).add(new ModelOp.Take(other, 5, 1, false));
      }
      programs.get(other).add(new ModelOp.Compute(duration()));
      programs.get(other).add(new ModelOp.Notify(one, 4));
      programs.get(one).add(new ModelOp.Take(other, 4, 1, false));
    }
  }

  private void addNotifications() {
    int source = random.nextInt(programs.size());
    int target = random.nextInt(programs.size());
    int tag = random.nextInt(2);
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      programs.get(source).add(new ModelOp.Notify(target, tag));
    }
    boolean exact = random.nextInt(4) != 0;
    programs
        .get(target)
        .add(
            new ModelOp.Take(
                exact ? source : ANY, exact ? tag : ANY, count, random.nextInt(5) == 0));
  }

  private List<ModelOp> any() {
    return programs.get(random.nextInt(programs.size()));
  }

  private long duration() {
    return switch (random.nextInt(4)) {
      case 0 -> 30 * SECOND;
      case 1 -> 3 * SECOND;
      case 2 -> 500 * MILLI;
      default -> 100 * MICRO;
    };
  }
}
