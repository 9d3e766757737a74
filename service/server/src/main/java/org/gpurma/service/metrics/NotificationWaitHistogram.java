package org.gpurma.service.metrics;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpurma.wire.NotificationWaits;

/**
 * How long ranks waited for a notification. Processes send buckets that are filled already, many
 * thousand notifications at a time; Micrometer has no meter that takes them, so they go to
 * Prometheus by themselves.
 */
public final class NotificationWaitHistogram implements Collector {
  private static final String NAME = "gpurma_rma_notification_wait_seconds";
  private static final double NANOS = 1e9;

  private final Map<Double, Long> counts = new TreeMap<>();
  private double sumSeconds;

  public NotificationWaitHistogram() {
    counts.put(Double.POSITIVE_INFINITY, 0L);
  }

  synchronized void add(NotificationWaits now, NotificationWaits before) {
    for (int i = 0; i < now.getCountsCount(); i++) {
      double bound =
          i < now.getUpperBoundsNsCount()
              ? now.getUpperBoundsNs(i) / NANOS
              : Double.POSITIVE_INFINITY;
      long known = i < before.getCountsCount() ? before.getCounts(i) : 0;
      counts.merge(bound, Math.max(0, now.getCounts(i) - known), Long::sum);
    }
    sumSeconds += Math.max(0, now.getSumNs() - before.getSumNs()) / NANOS;
  }

  @Override
  public synchronized MetricSnapshot collect() {
    return HistogramSnapshot.builder()
        .name(NAME)
        .help(
            "Notifications by how long their rank waited for one, as the mean of those between two"
                + " samples")
        .dataPoint(
            HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(
                    ClassicHistogramBuckets.of(
                        List.copyOf(counts.keySet()), List.<Number>copyOf(counts.values())))
                .sum(sumSeconds)
                .build())
        .build();
  }

  @Override
  public String getPrometheusName() {
    return NAME;
  }
}
