package org.gpurma.service.counters;

import java.time.Instant;
import java.util.List;

/**
 * What an attempt's processes have counted since its start, as the API shows it.
 *
 * @param live whether more is to come
 * @param intervalSeconds from one sample to the next; it doubles as the attempt gets long
 */
public record CountersReport(
    int attempt,
    boolean live,
    double intervalSeconds,
    List<ProcessCounters> processes,
    Samples samples) {

  /** With those samples only that are younger; in milliseconds since the epoch. */
  public CountersReport after(long millis) {
    return new CountersReport(attempt, live, intervalSeconds, processes, samples.after(millis));
  }

  /** The latest that one process said. */
  public record ProcessCounters(
      int process,
      Instant at,
      List<PathTotals> paths,
      long barriers,
      double waitSeconds,
      Waits waits,
      long queueFullStalls,
      long unmatchedHighWater,
      LogQueue log,
      List<Double> rankWaitSeconds,
      Runtime runtime,
      Gpu gpu) {}

  public record PathTotals(
      String path,
      long puts,
      long putBytes,
      long gets,
      long getBytes,
      long notificationsSent,
      long notificationsMatched) {}

  /**
   * Notifications by how long their rank waited for them.
   *
   * @param counts one more than bounds; of each bucket alone
   */
  public record Waits(List<Double> upperBoundsSeconds, List<Long> counts) {}

  public record LogQueue(
      long entries, long stalls, double fullSeconds, long highWater, long capacity) {}

  public record Runtime(
      double cpuSeconds,
      long residentBytes,
      long heapUsedBytes,
      long heapMaxBytes,
      long collections,
      double collectionSeconds) {}

  /** What its driver does not say is null. */
  public record Gpu(
      Double utilization,
      Long memoryUsedBytes,
      Long memoryTotalBytes,
      Double powerWatts,
      Double energyJoules,
      Integer temperatureCelsius,
      Long smClockHertz,
      Long eccCorrected,
      Long eccUncorrected,
      List<String> throttleReasons,
      long xidErrors,
      Long lastXid) {}

  /**
   * Over time, added up over the processes; all lists are of one length.
   *
   * @param at milliseconds since the epoch
   */
  public record Samples(
      List<Long> at,
      List<PathSamples> paths,
      List<Long> notificationsMatched,
      List<Double> waitSeconds,
      List<Long> queueFullStalls,
      List<Long> logEntries,
      List<Double> cpuSeconds,
      List<Long> residentBytes,
      GpuSamples gpu) {

    private Samples after(long millis) {
      int from = (int) at.stream().takeWhile(time -> time <= millis).count();
      return new Samples(
          rest(at, from),
          paths.stream()
              .map(
                  path ->
                      new PathSamples(
                          path.path(), rest(path.operations(), from), rest(path.bytes(), from)))
              .toList(),
          rest(notificationsMatched, from),
          rest(waitSeconds, from),
          rest(queueFullStalls, from),
          rest(logEntries, from),
          rest(cpuSeconds, from),
          rest(residentBytes, from),
          new GpuSamples(
              rest(gpu.utilization(), from),
              rest(gpu.memoryUsedBytes(), from),
              rest(gpu.powerWatts(), from)));
    }

    /** A column that is empty stays so. */
    private static <T> List<T> rest(List<T> column, int from) {
      return column.subList(Math.min(from, column.size()), column.size());
    }
  }

  public record PathSamples(String path, List<Long> operations, List<Long> bytes) {}

  /** Empty where no GPU tells anything; of the utilizations the mean. */
  public record GpuSamples(
      List<Double> utilization, List<Long> memoryUsedBytes, List<Double> powerWatts) {}
}
