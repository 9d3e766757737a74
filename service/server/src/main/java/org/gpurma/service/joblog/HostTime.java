package org.gpurma.service.joblog;

import java.time.Instant;

/** Host time as records carry it: nanoseconds since the epoch. */
final class HostTime {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private HostTime() {}

  static Instant instant(long nanos) {
    return Instant.ofEpochSecond(
        Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
  }

  /** Of a time too far away for nanoseconds the nearest that can be said. */
  static long nanos(Instant time) {
    long seconds = time.getEpochSecond();
    if (Math.abs(seconds) > Long.MAX_VALUE / NANOS_PER_SECOND - 1) {
      return seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return seconds * NANOS_PER_SECOND + time.getNano();
  }
}
