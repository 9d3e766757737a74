package org.gpurma.runtime.stall;

import static org.gpurma.runtime.stall.ModelJob.MICRO;
import static org.gpurma.runtime.stall.ModelJob.MILLI;
import static org.gpurma.runtime.stall.ModelJob.SECOND;
import static org.gpurma.runtime.stall.ModelJob.STORE;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpurma.runtime.records.WindowHandle;

/** A process: the barriers of its device, its host that serves the ranks, and its watch. */
final class ModelProcess implements InFlight, Mailbox, Findings {

  /** Pieces that fit in the host's lane of a rank. */
  private static final int HOST_LANE = 2;

  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final long PERIOD = 250 * MILLI;

  private final ModelJob job;
  private final int index;
  private final int nearGroup;
  private final List<ModelRank> ranks = new ArrayList<>();
  private final Map<Integer, Integer> arrived = new HashMap<>();
  private final Map<Integer, Integer> released = new HashMap<>();
  private final Map<Integer, Integer> processesArrived = new HashMap<>();
  private final Queue<Work> work = new ArrayDeque<>();
  private final Map<Integer, Long> lastDelivery = new HashMap<>();
  private final Map<ModelRank, Integer> commandsDone = new HashMap<>();
  private final Map<ModelRank, Integer> written = new HashMap<>();
  private final Map<ModelRank, Long> lastPiece = new HashMap<>();
  private final Map<ModelRank, Integer> inLane = new HashMap<>();
  private final Map<ModelRank, Queue<Note>> unwritten = new HashMap<>();
  private final Queue<Letter> letters = new ArrayDeque<>();
  private ProcessWatch watch;
  private final Set<Integer> gone = new HashSet<>();
  private boolean hasLeft;
  private boolean isBusy;
  private long sent;
  private long handled;
  private long frozenUntil;

  /** What a rank asks of its host. */
  sealed interface Command {
    record Send(int target, Note note) implements Command {}

    record Call(ModelRank caller) implements Command {}

    record Arrive(int epoch) implements Command {}
  }

  private sealed interface Message {
    record Deliver(int target, Note note) implements Message {}

    record Arrive(int epoch) implements Message {}

    record Release(int epoch) implements Message {}
  }

  private record Work(Runnable effect, Runnable count) {}

  ModelProcess(ModelJob job, int index, int nearGroup) {
    this.job = job;
    this.index = index;
    this.nearGroup = nearGroup;
  }

  void add(ModelRank rank) {
    ranks.add(rank);
  }

  void begin() {
    List<WatchedRank> watched =
        ranks.stream()
            .map(rank -> new WatchedRank(rank.rank, new WaitRecord(rank.record.memory)))
            .toList();
    int processes = job.processes.size();
    watch =
        new ProcessWatch(
            new WatchedProcess(watched, this, processes == 1),
            new Stillness(INTERVAL, Duration.ofNanos(2 * PERIOD)),
            new ReportSchedule(ranks.size(), Duration.ofSeconds(30), 0),
            new WaitLines(0, 50),
            this,
            Optional.of(new DeadlockSearch(index, processes, INTERVAL, this::post, 0)),
            this);
    lookLater();
  }

  /** A rank has finished; the other processes hear of the last. */
  void rankFinished() {
    if (ranks.stream().allMatch(ModelRank::isFinished)) {
      hasLeft = true;
      job.processes.forEach(to -> carry(to, () -> to.gone.add(index)));
    }
  }

  boolean isNear(ModelProcess other) {
    return nearGroup == other.nearGroup;
  }

  /** Stopped as by a debugger: ranks, host and watch. */
  void freeze(long nanos) {
    frozenUntil = job.now() + nanos;
  }

  long frozenUntil() {
    return frozenUntil;
  }

  // ------------------------------------------------------------------------------- barriers

  int released(int communicator) {
    return released.getOrDefault(communicator, 0);
  }

  void arrive(ModelRank rank, int communicator, int epoch) {
    if (arrived.merge(communicator, 1, Integer::sum) != epoch * ranks.size()) {
      return;
    }
    if (communicator == WindowHandle.DEVICE || job.processes.size() == 1) {
      release(communicator, epoch);
    } else if (job.processes.stream().allMatch(this::isNear)) {
      nearArrived(epoch);
    } else {
      rank.command(new Command.Arrive(epoch));
    }
  }

  /** All near: the first process counts for all of them. */
  private void nearArrived(int epoch) {
    Map<Integer, Integer> counts = job.processes.getFirst().processesArrived;
    if (counts.merge(epoch, 1, Integer::sum) == job.processes.size()) {
      job.within(
          job.queueStore,
          null,
          () ->
              job.processes.forEach(
                  near -> near.released.merge(WindowHandle.WORLD, epoch, Math::max)));
    }
  }

  private void release(int communicator, int epoch) {
    job.within(job.queueStore, null, () -> released.merge(communicator, epoch, Math::max));
  }

  // ------------------------------------------------------------------------------- the host

  void commandArrived(ModelRank rank, Command command) {
    take(new Work(() -> execute(command), () -> commandsDone.merge(rank, 1, Integer::sum)));
  }

  private void take(Work item) {
    work.add(item);
    if (!isBusy) {
      next();
    }
  }

  /** One thing after the other; each takes its time, and counts when all of it is done. */
  private void next() {
    Work item = work.poll();
    isBusy = item != null;
    if (isBusy) {
      job.within(
          delay(),
          this,
          () -> {
            item.effect().run();
            job.within(
                MILLI,
                this,
                () -> {
                  item.count().run();
                  next();
                });
          });
    }
  }

  private void execute(Command command) {
    switch (command) {
      case Command.Send(int target, Note note) -> {
        ModelProcess to = job.ranks.get(target).process;
        send(to, new Message.Deliver(target, note));
      }
      case Command.Call(ModelRank caller) -> job.within(job.queueStore, null, caller::answered);
      case Command.Arrive(int epoch) -> send(job.processes.getFirst(), new Message.Arrive(epoch));
    }
  }

  private void send(ModelProcess to, Message message) {
    sent++;
    carry(to, () -> to.take(new Work(() -> to.handle(message), () -> to.handled++)));
  }

  /** In order between two processes. */
  private void carry(ModelProcess to, Runnable arrival) {
    long at = job.after(lastDelivery.getOrDefault(to.index, 0L), delay(), null, arrival);
    lastDelivery.put(to.index, at);
  }

  private void handle(Message message) {
    switch (message) {
      case Message.Deliver(int target, Note note) -> {
        ModelRank rank = job.ranks.get(target);
        unwritten.computeIfAbsent(rank, _ -> new ArrayDeque<>()).add(note);
        write(rank);
      }
      case Message.Arrive(int epoch) -> {
        if (processesArrived.merge(epoch, 1, Integer::sum) == job.processes.size()) {
          job.processes.forEach(to -> send(to, new Message.Release(epoch)));
        }
      }
      case Message.Release(int epoch) ->
          job.within(STORE, null, () -> released.merge(WindowHandle.WORLD, epoch, Math::max));
    }
  }

  private void write(ModelRank rank) {
    Queue<Note> waiting = unwritten.getOrDefault(rank, new ArrayDeque<>());
    while (!waiting.isEmpty() && inLane.getOrDefault(rank, 0) < HOST_LANE) {
      Note note = waiting.remove();
      inLane.merge(rank, 1, Integer::sum);
      written.merge(rank, 1, Integer::sum);
      long last = lastPiece.getOrDefault(rank, 0L);
      lastPiece.put(rank, job.after(last, job.queueStore, null, () -> rank.pieceArrived(note)));
    }
  }

  void pieceTaken(ModelRank rank) {
    inLane.merge(rank, -1, Integer::sum);
    write(rank);
  }

  private long delay() {
    return switch (job.random.nextInt(20)) {
      case 0 -> 8 * SECOND;
      case 1, 2 -> SECOND;
      case 3, 4, 5 -> 100 * MILLI;
      default -> 100 * MICRO;
    };
  }

  private long letterDelay() {
    return switch (job.random.nextInt(3)) {
      case 0 -> 8 * SECOND;
      case 1 -> 3 * SECOND / 2;
      default -> 10 * MILLI;
    };
  }

  @Override
  public Optional<Account> account() {
    boolean allWritten = unwritten.values().stream().allMatch(Queue::isEmpty);
    return Optional.of(
        new Account(
            new Departed(!isBusy && work.isEmpty(), sent, counts(commandsDone)),
            new Arrived(allWritten, 0, handled, counts(written))));
  }

  private List<Integer> counts(Map<ModelRank, Integer> counted) {
    return ranks.stream().map(rank -> counted.getOrDefault(rank, 0)).toList();
  }

  // ------------------------------------------------------------------------------- the watch

  private void lookLater() {
    long at = job.now() + PERIOD + job.random.nextLong(PERIOD / 2);
    job.pollAt(
        at,
        this,
        () -> {
          watch.look(job.now());
          lookLater();
        });
  }

  @Override
  public void post(Letter letter) {
    ModelProcess to = job.processes.get(letter.process());
    Letter arriving =
        switch (letter) {
          case Letter.Question(int _, int round) -> new Letter.Question(index, round);
          case Letter.Reply(int _, int round, Answer answer) ->
              new Letter.Reply(index, round, answer);
        };
    long at =
        Math.max(
            lastDelivery.getOrDefault(to.index, 0L),
            job.now() + 1 + job.random.nextLong(letterDelay()));
    lastDelivery.put(to.index, at);
    job.pollAt(
        at,
        null,
        () -> {
          to.letters.add(arriving);
          job.pollAt(
              job.now() + 1 + job.random.nextLong(MILLI), to, () -> to.watch.look(job.now()));
        });
  }

  @Override
  public Letter poll() {
    return letters.poll();
  }

  @Override
  public boolean mayAsk() {
    return !hasLeft && IntStream.range(0, index).allMatch(gone::contains);
  }

  @Override
  public void stalled(List<String> lines) {
    // Reports have tests of their own.
  }

  @Override
  public void deadlocked(Halt halt) {
    job.deadlockFound();
  }

  @Override
  public void mismatched(Halt halt) {
    job.mismatchFound();
  }
}
