package org.gpurma.client.job;

import java.time.Instant;
import java.util.List;

/**
 * What an attempt's processes have counted since its start.
 *
 * @param live whether more is to come
 * @param intervalSeconds from one sample to the next
 */
public record JobCounters(
    int attempt,
    boolean live,
    double intervalSeconds,
    List<ProcessCounters> processes,
    Samples samples) {

  /**
   * The latest that one process said.
   *
   * @param at by the clock of its node
   * @param waitSeconds of all its ranks
   * @param queueFullStalls how often a rank found the queue to its host full
   * @param unmatchedHighWater most notifications that waited at one rank to be asked for
   * @param rankWaitSeconds of its ranks in order
   * @param gpu null where its driver tells nothing
   */
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

  /**
   * @param path device-local, peer or host-network
   */
  public record PathTotals(
      String path,
      long puts,
      long putBytes,
      long gets,
      long getBytes,
      long notificationsSent,
      long notificationsMatched) {}

  /**
   * Notifications by how long their rank waited for one.
   *
   * @param counts one more than bounds; of each bucket alone
   */
  public record Waits(List<Double> upperBoundsSeconds, List<Long> counts) {}

  /**
   * The ranks' log queues.
   *
   * @param fullSeconds for how long queues stood full, added over the ranks
   */
  public record LogQueue(
      long entries, long stalls, double fullSeconds, long highWater, long capacity) {}

  public record Runtime(
      double cpuSeconds,
      long residentBytes,
      long heapUsedBytes,
      long heapMaxBytes,
      long collections,
      double collectionSeconds) {}

  /**
   * What its driver does not say is null.
   *
   * @param utilization for how much of the last moments a kernel ran, 0 to 1
   */
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
   * Over time, all processes together; the oldest first.
   *
   * @param at milliseconds since 1970
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
      GpuSamples gpu) {}

  public record PathSamples(String path, List<Long> operations, List<Long> bytes) {}

  /** Empty where no GPU tells anything. */
  public record GpuSamples(
      List<Double> utilization, List<Long> memoryUsedBytes, List<Double> powerWatts) {}
}
