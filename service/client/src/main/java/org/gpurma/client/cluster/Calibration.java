package org.gpurma.client.cluster;

import java.time.Instant;
import java.util.List;

/**
 * What was measured of GPUs, for predictions.
 *
 * @param job that measured it; null where the caller may not see it
 * @param gpu name of the model
 * @param ranks of a GPU
 * @param memoryGBs that a GPU reads and writes while all its ranks copy; 0: not measured
 */
public record Calibration(
    String job,
    Instant measuredAt,
    String gpu,
    int gpus,
    int ranks,
    List<String> nodes,
    double memoryGBs,
    List<Put> puts) {

  public Calibration {
    nodes = nodes == null ? List.of() : List.copyOf(nodes);
    puts = puts == null ? List.of() : List.copyOf(puts);
  }

  /**
   * A notified put of a range of sizes takes latency + bytes / bandwidth.
   *
   * @param path device, peer or network
   * @param bandwidthGBs null where times do not grow with the size
   * @param worstRelativeError of what was measured
   */
  public record Put(
      String path,
      long smallestBytes,
      long largestBytes,
      double latencyUs,
      Double bandwidthGBs,
      double worstRelativeError) {}
}
