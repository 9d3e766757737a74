package org.gpurma.runtime.report;

import java.time.Instant;

/** The clock that records are dated by. */
public final class HostClock {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private HostClock() {}

  /** Nanoseconds since the epoch. */
  public static long nanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
  }
}
