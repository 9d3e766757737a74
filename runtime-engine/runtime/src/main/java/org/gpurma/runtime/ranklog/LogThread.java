package org.gpurma.runtime.ranklog;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.records.CountersDescriptor;
import org.gpurma.runtime.records.HostAreaLayout;
import org.gpurma.runtime.records.QueueSizes;
import org.gpurma.runtime.report.Spool;

/**
 * Takes the log queues and counters of all ranks of a process to the spool, on a thread of its own.
 */
public final class LogThread implements AutoCloseable {

  /** Of one rank in a row. */
  private static final int ENTRIES_A_PASS = 128;

  private static final long IDLE_NANOS = 200_000;

  private final List<RankLog> logs = new ArrayList<>();
  private final List<RankCounters> counters = new ArrayList<>();
  private final Spool spool;
  private final FailureBoard failures;
  private final long periodNanos;
  private final Thread thread;
  private volatile boolean ending;

  /** Takes the host areas of the ranks in order. */
  public LogThread(
      int rankStart,
      List<SharedMemory> areas,
      HostAreaLayout layout,
      QueueSizes sizes,
      Spool spool,
      FailureBoard failures,
      Duration countersPeriod) {
    this.spool = spool;
    this.failures = failures;
    this.periodNanos = countersPeriod.toNanos();
    for (int i = 0; i < areas.size(); i++) {
      MemorySegment area = areas.get(i).host();
      FlaggedQueueReader queue =
          new FlaggedQueueReader(area, layout.logRing(), layout.logConsumed(), sizes.log());
      logs.add(new RankLog(rankStart + i, queue, spool));
      MemorySegment record = area.asSlice(layout.counters(), CountersDescriptor.BYTES);
      counters.add(new RankCounters(rankStart + i, record, spool));
    }
    thread = Thread.ofPlatform().name("log").daemon().unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /**
   * Takes what is left in the queues, and the last counters. The kernel has ended or is given up.
   */
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

  private void run() {
    try {
      takeAll();
    } catch (RuntimeException e) {
      failures.report(new Failure.RuntimeError("the logs cannot be kept: " + e.getMessage()));
    }
  }

  private void takeAll() {
    long nextSample = System.nanoTime() + periodNanos;
    while (!ending) {
      boolean worked = pass();
      if (System.nanoTime() - nextSample >= 0) {
        counters.forEach(RankCounters::sample);
        nextSample += periodNanos;
      }
      spool.flush();
      if (!worked) {
        LockSupport.parkNanos(IDLE_NANOS);
      }
    }
    drain();
  }

  private boolean pass() {
    boolean worked = false;
    for (RankLog log : logs) {
      worked |= log.poll(ENTRIES_A_PASS);
    }
    return worked;
  }

  /** Bounded: a rank that was given up may go on writing. */
  private void drain() {
    long deadline = System.nanoTime() + Duration.ofMillis(500).toNanos();
    while (pass() && System.nanoTime() - deadline < 0) {
      spool.flush();
    }
    logs.forEach(RankLog::close);
    counters.forEach(RankCounters::sample);
    spool.flush();
  }
}
