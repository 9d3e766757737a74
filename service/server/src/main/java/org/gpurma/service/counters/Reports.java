package org.gpurma.service.counters;

import java.time.Instant;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.gpurma.service.counters.CountersReport.Gpu;
import org.gpurma.service.counters.CountersReport.GpuSamples;
import org.gpurma.service.counters.CountersReport.LogQueue;
import org.gpurma.service.counters.CountersReport.PathSamples;
import org.gpurma.service.counters.CountersReport.PathTotals;
import org.gpurma.service.counters.CountersReport.ProcessCounters;
import org.gpurma.service.counters.CountersReport.Samples;
import org.gpurma.service.counters.CountersReport.Waits;
import org.gpurma.wire.GpuState;
import org.gpurma.wire.HostProcess;
import org.gpurma.wire.LogQueues;
import org.gpurma.wire.PathCounters;
import org.gpurma.wire.Sample;

/** Samples in the units of the API. */
final class Reports {
  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;
  private static final long MEGA = 1_000_000;

  private Reports() {}

  static ProcessCounters of(int process, Instant at, Sample sample) {
    List<Double> waits = seconds(sample.getRankWaitNsList());
    return new ProcessCounters(
        process,
        at,
        sample.getPathsList().stream().map(Reports::path).toList(),
        sample.getBarriers(),
        waits.stream().mapToDouble(Double::doubleValue).sum(),
        new Waits(
            seconds(sample.getWaits().getUpperBoundsNsList()), sample.getWaits().getCountsList()),
        sample.getQueueFullStalls(),
        sample.getUnmatchedHighWater(),
        log(sample.getLogQueues()),
        waits,
        runtime(sample.getHost()),
        sample.hasGpu() ? gpu(sample.getGpu()) : null);
  }

  private static PathTotals path(PathCounters path) {
    return new PathTotals(
        PathName.of(path.getPath()),
        path.getPuts(),
        path.getPutBytes(),
        path.getGets(),
        path.getGetBytes(),
        path.getNotificationsSent(),
        path.getNotificationsMatched());
  }

  private static LogQueue log(LogQueues queues) {
    return new LogQueue(
        queues.getEntries(),
        queues.getStalls(),
        queues.getFullNs() / NANOS,
        queues.getHighWater(),
        queues.getCapacity());
  }

  private static CountersReport.Runtime runtime(HostProcess host) {
    return new CountersReport.Runtime(
        host.getCpuNs() / NANOS,
        host.getResidentBytes(),
        host.getHeapUsedBytes(),
        host.getHeapMaxBytes(),
        host.getCollections(),
        host.getCollectionMs() / MILLIS);
  }

  private static Gpu gpu(GpuState gpu) {
    return new Gpu(
        gpu.hasUtilization() ? gpu.getUtilization() : null,
        gpu.hasMemoryUsedBytes() ? gpu.getMemoryUsedBytes() : null,
        gpu.hasMemoryTotalBytes() ? gpu.getMemoryTotalBytes() : null,
        gpu.hasPowerMilliwatts() ? gpu.getPowerMilliwatts() / MILLIS : null,
        gpu.hasEnergyMillijoules() ? gpu.getEnergyMillijoules() / MILLIS : null,
        gpu.hasTemperatureCelsius() ? gpu.getTemperatureCelsius() : null,
        gpu.hasSmClockMhz() ? gpu.getSmClockMhz() * MEGA : null,
        gpu.hasEccCorrected() ? gpu.getEccCorrected() : null,
        gpu.hasEccUncorrected() ? gpu.getEccUncorrected() : null,
        gpu.hasThrottleReasons() ? ThrottleReason.words(gpu.getThrottleReasons()) : null,
        gpu.getXidErrors(),
        gpu.getXidErrors() > 0 ? gpu.getLastXid() : null);
  }

  private static List<Double> seconds(List<Long> nanos) {
    return nanos.stream().map(value -> value / NANOS).toList();
  }

  static Samples samples(List<Series.Point> points) {
    return new Samples(
        points.stream().map(Series.Point::at).toList(),
        PathName.PATHS.stream()
            .map(
                path ->
                    new PathSamples(
                        PathName.of(path),
                        whole(points, Column.operations(path)),
                        whole(points, Column.bytes(path))))
            .toList(),
        whole(points, Column.NOTIFICATIONS_MATCHED),
        reals(points, point -> point.get(Column.WAIT_SECONDS)),
        whole(points, Column.QUEUE_FULL_STALLS),
        whole(points, Column.LOG_ENTRIES),
        reals(points, point -> point.get(Column.CPU_SECONDS)),
        whole(points, Column.RESIDENT_BYTES),
        gpus(points));
  }

  private static GpuSamples gpus(List<Series.Point> points) {
    if (points.isEmpty() || points.getLast().get(Column.GPUS) == 0) {
      return new GpuSamples(List.of(), List.of(), List.of());
    }
    return new GpuSamples(
        reals(
            points,
            point -> point.get(Column.GPU_UTILIZATION) / Math.max(1, point.get(Column.GPUS))),
        whole(points, Column.GPU_MEMORY_BYTES),
        reals(points, point -> point.get(Column.GPU_POWER_WATTS)));
  }

  private static List<Long> whole(List<Series.Point> points, Column column) {
    ToLongFunction<Series.Point> value = point -> Math.round(point.get(column));
    return points.stream().mapToLong(value).boxed().toList();
  }

  private static List<Double> reals(
      List<Series.Point> points, ToDoubleFunction<Series.Point> value) {
    return points.stream().mapToDouble(value).boxed().toList();
  }
}
