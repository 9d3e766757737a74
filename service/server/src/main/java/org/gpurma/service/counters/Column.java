package org.gpurma.service.counters;

import org.gpurma.wire.Path;
import org.gpurma.wire.PathCounters;
import org.gpurma.wire.Sample;

/** What is drawn of a sample over time. Each can be added up over the processes of a job. */
enum Column {
  LOCAL_OPERATIONS,
  LOCAL_BYTES,
  PEER_OPERATIONS,
  PEER_BYTES,
  NETWORK_OPERATIONS,
  NETWORK_BYTES,
  NOTIFICATIONS_MATCHED,
  WAIT_SECONDS,
  QUEUE_FULL_STALLS,
  LOG_ENTRIES,
  CPU_SECONDS,
  RESIDENT_BYTES,
  GPUS,
  GPU_UTILIZATION,
  GPU_MEMORY_BYTES,
  GPU_POWER_WATTS;

  static final int COUNT = values().length;

  /** All columns of a sample, by their ordinals. */
  static double[] of(Sample sample) {
    double[] row = new double[COUNT];
    sample.getPathsList().forEach(path -> path(row, path));
    set(
        row,
        WAIT_SECONDS,
        sample.getRankWaitNsList().stream().mapToLong(Long::longValue).sum() / 1e9);
    set(row, QUEUE_FULL_STALLS, sample.getQueueFullStalls());
    set(row, LOG_ENTRIES, sample.getLogQueues().getEntries());
    set(row, CPU_SECONDS, sample.getHost().getCpuNs() / 1e9);
    set(row, RESIDENT_BYTES, sample.getHost().getResidentBytes());
    if (sample.hasGpu()) {
      set(row, GPUS, 1);
      set(row, GPU_UTILIZATION, sample.getGpu().getUtilization());
      set(row, GPU_MEMORY_BYTES, sample.getGpu().getMemoryUsedBytes());
      set(row, GPU_POWER_WATTS, sample.getGpu().getPowerMilliwatts() / 1e3);
    }
    return row;
  }

  private static void path(double[] row, PathCounters path) {
    row[NOTIFICATIONS_MATCHED.ordinal()] += path.getNotificationsMatched();
    switch (path.getPath()) {
      case DEVICE_LOCAL -> path(row, path, LOCAL_OPERATIONS, LOCAL_BYTES);
      case PEER -> path(row, path, PEER_OPERATIONS, PEER_BYTES);
      case HOST_NETWORK -> path(row, path, NETWORK_OPERATIONS, NETWORK_BYTES);
      case PATH_UNSPECIFIED, UNRECOGNIZED -> {}
    }
  }

  private static void path(double[] row, PathCounters path, Column operations, Column bytes) {
    set(row, operations, path.getPuts() + path.getGets());
    set(row, bytes, path.getPutBytes() + path.getGetBytes());
  }

  static Column operations(Path path) {
    return switch (path) {
      case DEVICE_LOCAL -> LOCAL_OPERATIONS;
      case PEER -> PEER_OPERATIONS;
      case HOST_NETWORK -> NETWORK_OPERATIONS;
      case PATH_UNSPECIFIED, UNRECOGNIZED -> throw new IllegalArgumentException(path.name());
    };
  }

  static Column bytes(Path path) {
    return values()[operations(path).ordinal() + 1];
  }

  private static void set(double[] row, Column column, double value) {
    row[column.ordinal()] = value;
  }
}
