package org.gpurma.runtime.stall;

import static org.gpurma.runtime.stall.ModelJob.MICRO;
import static org.gpurma.runtime.stall.ModelJob.MILLI;
import static org.gpurma.runtime.stall.ModelJob.POLL;
import static org.gpurma.runtime.stall.ModelJob.STORE;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.gpurma.runtime.records.WaitRecordDescriptor;
import org.gpurma.runtime.records.WindowHandle;

/**
 * A rank as the device library has it: it drains its lanes while it waits, and says when that is
 * long.
 */
final class ModelRank {

  /** Pieces that fit in a lane between two ranks. */
  private static final int LANE = 3;

  final int rank;
  final ModelProcess process;
  final PublishedWait record = new PublishedWait();
  private final ModelJob job;
  private final List<ModelOp> program;
  private final Queue<Note> lanes = new ArrayDeque<>();
  private final Queue<Note> hostLane = new ArrayDeque<>();
  private final List<Note> unmatched = new ArrayList<>();
  private final Map<Integer, Integer> untaken = new HashMap<>();
  private final Map<Integer, Long> lastPiece = new HashMap<>();
  private final Map<Integer, Integer> barriers = new HashMap<>();
  private int position;
  private int laneSent;
  private int laneTaken;
  private int hostTaken;
  private int commands;
  private int answers;
  private int calls;
  private long waitBegan;
  private long longAfter;
  private boolean isPublished;
  private int saidFound;
  private int saidTaken;
  private long lastStore;
  private long lastCommand;

  ModelRank(ModelJob job, ModelProcess process, int rank, List<ModelOp> program) {
    this.job = job;
    this.process = process;
    this.rank = rank;
    this.program = program;
  }

  boolean isFinished() {
    return position == program.size();
  }

  boolean isTesting() {
    return !isFinished() && program.get(position) instanceof ModelOp.Take take && take.byTesting();
  }

  void begin() {
    if (isFinished()) {
      publish(PublishedWait.finished(totals()));
      process.rankFinished();
      return;
    }
    switch (program.get(position)) {
      case ModelOp.Compute(long nanos) -> job.within(nanos, process, this::complete);
      case ModelOp.Notify notify -> beginNotify(notify);
      case ModelOp.Take _ -> beginWait();
      case ModelOp.Barrier(int communicator) -> {
        int counted = counted(communicator);
        barriers.merge(counted, 1, Integer::sum);
        process.arrive(this, counted, barriers.get(counted));
        beginWait();
      }
      case ModelOp.CallHost _ -> {
        calls++;
        command(new ModelProcess.Command.Call(this));
        beginWait();
      }
    }
  }

  /** Where there is one process, one count serves both communicators, as on a device. */
  private int counted(int communicator) {
    return job.processes.size() == 1 ? WindowHandle.DEVICE : communicator;
  }

  private void beginNotify(ModelOp.Notify notify) {
    if (process.isNear(job.ranks.get(notify.target()).process)) {
      beginWait();
    } else {
      command(new ModelProcess.Command.Send(notify.target(), new Note(0, rank, notify.tag())));
      job.within(10 * MICRO, process, this::complete);
    }
  }

  void command(ModelProcess.Command command) {
    commands++;
    lastCommand =
        job.after(lastCommand, job.queueStore, null, () -> process.commandArrived(this, command));
  }

  private void complete() {
    position++;
    job.moved();
    begin();
  }

  // ------------------------------------------------------------------------------- waiting

  private void beginWait() {
    waitBegan = job.now();
    longAfter = job.random.nextLong(20 * MILLI);
    isPublished = false;
    poll();
  }

  private void poll() {
    ModelOp op = program.get(position);
    int foundBefore = found(op);
    if (!(op instanceof ModelOp.CallHost)) {
      drain();
    }
    if (isSatisfied(op)) {
      if (isPublished) {
        publish(Wait.NONE);
      }
      complete();
      return;
    }
    publishLongWait(op, foundBefore);
    boolean soon = foundBefore != found(op) || job.random.nextBoolean();
    long longest = op instanceof ModelOp.Barrier ? POLL : job.queuePoll;
    job.pollAt(job.now() + 1 + job.random.nextLong(soon ? MILLI : longest), process, this::poll);
  }

  private void drain() {
    for (Note note = lanes.poll(); note != null; note = lanes.poll()) {
      laneTaken++;
      unmatched.add(note);
      job.changed();
      ModelRank source = job.ranks.get(note.source());
      job.within(job.queueStore, null, () -> source.untaken.merge(rank, -1, Integer::sum));
    }
    for (Note note = hostLane.poll(); note != null; note = hostLane.poll()) {
      hostTaken++;
      unmatched.add(note);
      job.changed();
      job.within(job.queueStore, null, () -> process.pieceTaken(this));
    }
  }

  private boolean isSatisfied(ModelOp op) {
    return switch (op) {
      case ModelOp.Compute _ -> true;
      case ModelOp.Notify notify -> sendInLane(notify);
      case ModelOp.Take take -> take(take);
      case ModelOp.Barrier(int communicator) ->
          process.released(counted(communicator)) >= barriers.get(counted(communicator));
      case ModelOp.CallHost _ -> answers == calls;
    };
  }

  private boolean sendInLane(ModelOp.Notify notify) {
    if (untaken.getOrDefault(notify.target(), 0) == LANE) {
      return false;
    }
    untaken.merge(notify.target(), 1, Integer::sum);
    laneSent++;
    Note note = new Note(0, rank, notify.tag());
    ModelRank target = job.ranks.get(notify.target());
    long last = lastPiece.getOrDefault(target.rank, 0L);
    lastPiece.put(target.rank, job.after(last, job.queueStore, null, () -> target.lanes.add(note)));
    return true;
  }

  private boolean take(ModelOp.Take take) {
    if (found(take) < take.count()) {
      return false;
    }
    for (int i = 0; i < take.count(); i++) {
      unmatched.remove(unmatched.stream().filter(take::takes).findFirst().orElseThrow());
    }
    return true;
  }

  private int found(ModelOp op) {
    return op instanceof ModelOp.Take take
        ? (int) unmatched.stream().filter(take::takes).count()
        : 0;
  }

  void answered() {
    answers++;
  }

  void pieceArrived(Note note) {
    hostLane.add(note);
  }

  // ------------------------------------------------------------------------------- saying so

  /**
   * What was found before the lanes were drained, as the device library does: corrected at once.
   */
  private void publishLongWait(ModelOp op, int found) {
    boolean isNews = !isPublished || found != saidFound || laneTaken + hostTaken != saidTaken;
    if (isTesting() || !isNews || job.now() - waitBegan < longAfter) {
      return;
    }
    isPublished = true;
    saidFound = found;
    saidTaken = laneTaken + hostTaken;
    publish(
        new Wait(
            0,
            kind(op),
            subject(op),
            found,
            totals(),
            waitBegan,
            unmatched.size(),
            unmatched.stream().limit(WaitRecordDescriptor.MOST_OLDEST).toList()));
  }

  private Wait.Totals totals() {
    int device = barriers.values().stream().mapToInt(Integer::intValue).sum();
    int world = barriers.getOrDefault(WindowHandle.WORLD, 0);
    return new Wait.Totals(laneSent, laneTaken, hostTaken, commands, device, world);
  }

  private static WaitKind kind(ModelOp op) {
    return switch (op) {
      case ModelOp.Compute _ -> WaitKind.NONE;
      case ModelOp.Notify _ -> WaitKind.LANE;
      case ModelOp.Take _ -> WaitKind.NOTIFICATIONS;
      case ModelOp.Barrier _ -> WaitKind.BARRIER;
      case ModelOp.CallHost _ -> WaitKind.HOST;
    };
  }

  private static Wait.Subject subject(ModelOp op) {
    return switch (op) {
      case ModelOp.Compute _, ModelOp.CallHost _ -> new Wait.Subject(0, 0, 0, 0);
      case ModelOp.Notify notify -> new Wait.Subject(0, notify.target(), 0, 0);
      case ModelOp.Take take -> new Wait.Subject(0, take.source(), take.tag(), take.count());
      case ModelOp.Barrier(int communicator) -> new Wait.Subject(0, communicator, 0, 0);
    };
  }

  /** Stores of one rank to one place are seen in order; a record is seen half written, too. */
  private void publish(Wait wait) {
    lastStore = job.after(lastStore, STORE, null, record::begin);
    lastStore = job.after(lastStore, STORE, null, () -> record.finish(wait));
  }
}
