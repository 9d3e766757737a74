package org.gpurma.model;

import java.util.List;

/**
 * What the job {@code calibrate} measured of GPUs: each operation by path and size, in microseconds
 * but for {@code memory_copy}. Of a size measured twice the first counts.
 *
 * @param measurements rows of its results
 */
public record Calibration(List<Measurement> measurements) {
  public static final String DEVICE = "device";
  public static final String PEER = "peer";
  public static final String NETWORK = "network";

  private static final String COPY = "memory_copy";
  private static final String PUT = "put_notify";

  public Calibration {
    measurements =
        measurements.stream()
            .filter(each -> each.implementation().equals(Measurement.OURS))
            .toList();
  }

  /** Latency and bandwidth of notified puts, by path and range of sizes. */
  public List<ProtocolFit> puts() {
    return ProtocolFit.ofAll(
        measurements.stream().filter(each -> each.operation().equals(PUT)).toList(),
        List.of(),
        ProtocolFit.MOST_PROTOCOLS);
  }

  /** GB/s that a GPU reads and writes at the largest size that was measured; 0 where none was. */
  public double memoryBandwidth() {
    return measurements.stream()
        .filter(each -> each.operation().equals(COPY))
        .max((left, right) -> Long.compare(left.bytes(), right.bytes()))
        .map(Measurement::median)
        .orElse(0.0);
  }

  public boolean has(String operation, String path) {
    return measurements.stream()
        .anyMatch(each -> each.operation().equals(operation) && each.path().equals(path));
  }

  Curve curve(String operation, String path) {
    List<Point> points =
        measurements.stream()
            .filter(each -> each.operation().equals(operation) && each.path().equals(path))
            .map(each -> new Point(each.bytes(), each.median()))
            .toList();
    if (points.isEmpty()) {
      throw new BadMeasurementsException(
          "the calibration has no %s over the path %s; run the job calibrate again, on as many GPUs and nodes as the job has"
              .formatted(operation, path));
    }
    return new Curve(points);
  }
}
