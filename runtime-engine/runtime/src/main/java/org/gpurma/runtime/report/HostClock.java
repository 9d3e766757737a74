package org.gpurma.runtime.report;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** The clock that records are dated by. It never goes back, whatever is done to the machine's. */
public final class HostClock {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private static final AtomicLong LATEST = new AtomicLong();

  private HostClock() {}

  /** Nanoseconds since the epoch. */
  public static long nanos() {
    Instant now = Instant.now();
    long nanos = now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
    return LATEST.accumulateAndGet(nanos, Math::max);
  }
}
