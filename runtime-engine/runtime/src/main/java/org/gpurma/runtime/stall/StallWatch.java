package org.gpurma.runtime.stall;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.gpurma.runtime.config.StallSettings;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.topology.JobTopology;

/**
 * Looks at what the ranks of a process wait for, on a thread of its own, and says so when it takes
 * long; together with the watches of the other processes it finds deadlocks.
 */
public final class StallWatch implements AutoCloseable {

  private static final Duration LONGEST_PERIOD = Duration.ofMillis(250);

  /** Of a job's stall report; every process gets its part of them. */
  private static final int LINES = 50;

  private static final int FEWEST_LINES = 2;

  private final ProcessWatch watch;
  private final long periodNanos;
  private final Thread thread;
  private volatile boolean ending;

  /**
   * What is watched.
   *
   * @param nearStart WORLD rank of the first near rank
   * @param records the wait records of this process's ranks, in order
   */
  public record Subject(
      JobTopology topology, int nearStart, List<MemorySegment> records, InFlight inFlight) {}

  public StallWatch(
      StallSettings settings, Subject subject, StallMail mail, Spool spool, FailureBoard failures) {
    Duration period = period(settings);
    periodNanos = period.toNanos();
    long now = System.nanoTime();
    JobTopology topology = subject.topology();
    watch =
        new ProcessWatch(
            new WatchedProcess(ranks(subject), subject.inFlight(), topology.processes() == 1),
            new Stillness(settings.deadlockAfter(), period.multipliedBy(2)),
            new ReportSchedule(topology.ranks(), settings.reportAfter(), now),
            new WaitLines(
                subject.nearStart(), Math.max(FEWEST_LINES, LINES / topology.processes())),
            mail,
            search(settings, topology, mail, now),
            new Reports(spool, failures, topology.worldSize()));
    thread = Thread.ofPlatform().name("stall").daemon().unstarted(this::run);
    mail.onArrival(() -> LockSupport.unpark(thread));
  }

  public void start() {
    thread.start();
  }

  private static Duration period(StallSettings settings) {
    Duration shortest =
        settings.looksForDeadlocks()
                && settings.deadlockAfter().compareTo(settings.reportAfter()) < 0
            ? settings.deadlockAfter()
            : settings.reportAfter();
    Duration quarter = shortest.dividedBy(4);
    return quarter.compareTo(LONGEST_PERIOD) < 0 ? quarter : LONGEST_PERIOD;
  }

  private static List<WatchedRank> ranks(Subject subject) {
    List<WatchedRank> ranks = new ArrayList<>();
    for (int i = 0; i < subject.records().size(); i++) {
      WaitRecord record = new WaitRecord(subject.records().get(i));
      ranks.add(new WatchedRank(subject.topology().rankStart() + i, record));
    }
    return ranks;
  }

  private static Optional<DeadlockSearch> search(
      StallSettings settings, JobTopology topology, StallMail mail, long now) {
    return settings.looksForDeadlocks()
        ? Optional.of(
            new DeadlockSearch(
                topology.process(),
                topology.processes(),
                settings.deadlockAfter(),
                mail::post,
                now))
        : Optional.empty();
  }

  @Override
  public void close() {
    ending = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A job whose waits cannot be watched may still be a good one. */
  private void run() {
    try {
      while (!ending) {
        watch.look(System.nanoTime());
        LockSupport.parkNanos(this, periodNanos);
      }
    } catch (RuntimeException e) {
      System.err.println("gpurma-runtime: the ranks' waits are not watched any more: " + e);
    }
  }
}
