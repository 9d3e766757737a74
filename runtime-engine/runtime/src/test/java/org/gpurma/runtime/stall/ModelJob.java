package org.gpurma.runtime.stall;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A job in a model: ranks, lanes, hosts, a network, and a watch for each process, on one clock. All
 * that may take its time does so at random.
 */
final class ModelJob {

  static final long MICRO = 1_000;
  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000_000_000;

  /** Longest time that a store takes to be seen. */
  static final long STORE = 5 * MILLI;

  /** Longest time between two polls of a rank that waits in a barrier. */
  static final long POLL = 200 * MILLI;

  final Random random;

  /** Longest time until an entry of a queue or the release of a barrier is seen. */
  final long queueStore;

  /** Longest time between two polls of a rank that waits for anything else than a barrier. */
  final long queuePoll;

  final List<ModelProcess> processes = new ArrayList<>();
  final List<ModelRank> ranks = new ArrayList<>();
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long now;
  private long order;
  private int pending;
  private long lastChange;
  private boolean verdict;
  private boolean mismatch;
  private int movesAfterVerdict;

  private record Event(long at, long order, ModelProcess owner, boolean changes, Runnable action)
      implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  private ModelJob(Random random, long queueStore, long queuePoll) {
    this.random = random;
    this.queueStore = queueStore;
    this.queuePoll = queuePoll;
  }

  /** Stores arrive and ranks poll well within the time that the search for deadlocks allows for. */
  static ModelJob prompt(Random random) {
    return new ModelJob(random, STORE, POLL);
  }

  /**
   * No bound but for what the decision takes for granted: wait records arrive, a store to one place
   * is seen by all at once, and who waits in a barrier polls it.
   */
  static ModelJob slow(Random random) {
    return new ModelJob(random, 20 * SECOND, 20 * SECOND);
  }

  long now() {
    return now;
  }

  /** Something that changes the state, at a moment within the given time from now. */
  void within(long nanos, ModelProcess owner, Runnable action) {
    pending++;
    add(now + 1 + random.nextLong(nanos), owner, true, action);
  }

  /** The same, but not before a moment; returns when. */
  long after(long moment, long nanos, ModelProcess owner, Runnable action) {
    pending++;
    long at = Math.max(moment, now + random.nextLong(nanos)) + 1;
    add(at, owner, true, action);
    return at;
  }

  /** A poll or a look: it need not change anything. */
  void pollAt(long moment, ModelProcess owner, Runnable action) {
    add(moment, owner, false, action);
  }

  private void add(long at, ModelProcess owner, boolean changes, Runnable action) {
    events.add(new Event(at, order++, owner, changes, action));
  }

  /** A rank has moved on in its program. */
  void moved() {
    changed();
    if (verdict) {
      movesAfterVerdict++;
    }
  }

  void changed() {
    lastChange = now;
  }

  void deadlockFound() {
    verdict = true;
  }

  void mismatchFound() {
    verdict = true;
    mismatch = true;
  }

  /** Whether the verdict was that some ranks have called what others have not. */
  boolean foundMismatch() {
    return mismatch;
  }

  boolean isFinished() {
    return ranks.stream().allMatch(ModelRank::isFinished);
  }

  /** Nothing is on its way, and every rank has polled since the last change. */
  boolean isStuck() {
    long thawed = processes.stream().mapToLong(ModelProcess::frozenUntil).max().orElse(0);
    return pending == 0
        && now - Math.max(lastChange, thawed) > 2 * (queueStore + queuePoll)
        && !isFinished();
  }

  /** Whether all ranks wait, which one that tests for notifications does not. */
  boolean isDeadlocked() {
    return isStuck() && ranks.stream().noneMatch(ModelRank::isTesting);
  }

  boolean foundAny() {
    return verdict;
  }

  /** How often a rank moved on although it was said to wait for ever. */
  int movesAfterVerdict() {
    return movesAfterVerdict;
  }

  void start() {
    ranks.forEach(ModelRank::begin);
    processes.forEach(ModelProcess::begin);
  }

  /**
   * Runs until it is finished, or stuck and said to be, or so long stuck that it should have been.
   */
  void runToVerdict(long patience) {
    long stuck = 0;
    while (!isFinished() && !verdict && !(stuck != 0 && now - stuck > patience)) {
      stuck = isStuck() ? (stuck == 0 ? now : stuck) : 0;
      step();
    }
  }

  /** Runs until nothing can change any more. */
  void runOut() {
    while (!isFinished() && !isStuck()) {
      step();
    }
  }

  private void step() {
    Event event = events.remove();
    now = Math.max(now, event.at());
    if (event.owner() != null && event.owner().frozenUntil() > now) {
      // In whatever order: nothing says who runs first when a process goes on.
      add(
          event.owner().frozenUntil() + random.nextLong(10 * MILLI),
          event.owner(),
          event.changes(),
          event.action());
      return;
    }
    if (event.changes()) {
      pending--;
      changed();
    }
    event.action().run();
  }
}
