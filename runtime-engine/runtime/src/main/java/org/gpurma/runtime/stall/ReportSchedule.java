package org.gpurma.runtime.stall;

import java.time.Duration;
import java.util.Arrays;

/**
 * When ranks that wait for long are worth a report. Each is due after the given time, then after
 * twice as long, and so on for the rest of the run: however long it runs, a rank is reported a few
 * times only. A report shows all that wait for long, not only those due.
 */
final class ReportSchedule {

  private final long afterNanos;
  private final long[] due;
  private long nextReport;

  /**
   * @param after without progress a rank is due first; also the shortest time between two reports
   * @param now by the clock of {@link #isDue}, in ns
   */
  ReportSchedule(int ranks, Duration after, long now) {
    this.afterNanos = after.toNanos();
    this.due = new long[ranks];
    Arrays.fill(due, afterNanos);
    this.nextReport = now;
  }

  /** Whether a rank that has waited for so long without progress belongs in a report. */
  boolean isLong(Duration waited) {
    return waited.toNanos() >= afterNanos;
  }

  /** Whether a rank calls for a report now. */
  boolean isDue(int rank, Duration waited, long now) {
    return now - nextReport >= 0 && waited.toNanos() >= due[rank];
  }

  /** A rank was in a report. */
  void reported(int rank, Duration waited, long now) {
    due[rank] = Math.max(due[rank], 2 * waited.toNanos());
    nextReport = now + afterNanos;
  }
}
