package org.gpurma.runtime.sampling;

import java.util.Arrays;
import org.gpurma.wire.NotificationWaits;

/** How long ranks waited for a notification, as the wire contract says it. */
final class WaitBuckets {

  /** From what a notification within a GPU takes to what a stuck job is reported after. */
  private static final long[] UPPER_BOUNDS = {
    500,
    1_000,
    2_000,
    5_000,
    10_000,
    20_000,
    50_000,
    100_000,
    1_000_000,
    10_000_000,
    100_000_000,
    1_000_000_000,
    10_000_000_000L
  };

  private final long[] counts = new long[UPPER_BOUNDS.length + 1];
  private long sum;

  /**
   * What one rank counted between two samples. Where no notification came, what it waited for was
   * something else.
   */
  void add(long notifications, long waitedNanos) {
    if (notifications <= 0) {
      return;
    }
    long waited = Math.max(0, waitedNanos);
    int place = Arrays.binarySearch(UPPER_BOUNDS, Math.ceilDiv(waited, notifications));
    counts[place < 0 ? -place - 1 : place] += notifications;
    sum += waited;
  }

  NotificationWaits message() {
    NotificationWaits.Builder message = NotificationWaits.newBuilder().setSumNs(sum);
    for (long bound : UPPER_BOUNDS) {
      message.addUpperBoundsNs(bound);
    }
    for (long count : counts) {
      message.addCounts(count);
    }
    return message.build();
  }
}
