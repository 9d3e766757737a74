package org.gpurma.runtime.ranklog;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.report.SpoolWriter;

/** Takes the log queues of some ranks to the spool. */
final class LogThread {

  /** Between two looks at queues that have been empty for a while. */
  private static final long IDLE_NANOS = 200_000;

  /**
   * Without sleep after the last entry: one rank alone fills its 256 entries in 80 us, and would
   * wait for the rest of every sleep.
   */
  private static final long AWAKE_NANOS = 100_000;

  /** Lines wait so long for others to travel with. */
  private static final long FLUSH_NANOS = 5_000_000;

  private static final Duration DRAIN_LIMIT = Duration.ofMillis(500);

  private final List<RankLog> logs;
  private final int entriesAPass;
  private final Spool spool;
  private final SpoolWriter writer;
  private final FailureBoard failures;
  private final LogPressure pressure;
  private final Thread thread;
  private volatile boolean ending;

  /**
   * @param entriesAPass of one rank in a row
   * @param writer the way of the logs to the spool
   */
  LogThread(
      String name,
      List<RankLog> logs,
      int entriesAPass,
      Spool spool,
      SpoolWriter writer,
      FailureBoard failures,
      LogPressure pressure) {
    this.logs = logs;
    this.entriesAPass = entriesAPass;
    this.spool = spool;
    this.writer = writer;
    this.failures = failures;
    this.pressure = pressure;
    thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  void beginToEnd() {
    ending = true;
    LockSupport.unpark(thread);
  }

  void join() throws InterruptedException {
    thread.join();
  }

  private void run() {
    try {
      takeAll();
    } catch (RuntimeException e) {
      failures.report(new Failure.RuntimeError("the logs cannot be kept: " + e.getMessage()));
    }
  }

  private void takeAll() {
    long now = System.nanoTime();
    long nextFlush = now + FLUSH_NANOS;
    long lastEntry = now - AWAKE_NANOS;
    while (!ending) {
      boolean worked = pass();
      long before = now;
      now = System.nanoTime();
      countFull(now - before);
      if (now - nextFlush >= 0) {
        flush();
        nextFlush = now + FLUSH_NANOS;
      }
      if (worked) {
        lastEntry = now;
      } else if (now - lastEntry < AWAKE_NANOS) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(IDLE_NANOS);
      }
    }
    drain();
  }

  private boolean pass() {
    int taken = 0;
    for (RankLog log : logs) {
      taken += log.poll(entriesAPass);
    }
    if (taken > 0) {
      pressure.took(taken);
    }
    return taken > 0;
  }

  /** Takes the time since the queues were looked at before. */
  private void countFull(long nanos) {
    for (RankLog log : logs) {
      if (log.wasFull()) {
        pressure.wasFull(nanos);
      }
    }
  }

  private void flush() {
    logs.forEach(RankLog::flush);
    logs.forEach(log -> pressure.reached(log.highWater()));
    writer.flush();
    spool.flush();
  }

  /** Bounded: a rank that was given up may go on writing. */
  private void drain() {
    long deadline = System.nanoTime() + DRAIN_LIMIT.toNanos();
    boolean more = pass();
    while (more && System.nanoTime() - deadline < 0) {
      more = pass();
    }
    logs.forEach(RankLog::close);
    flush();
  }
}
