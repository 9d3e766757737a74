package org.gpurma.service.prediction;

import java.time.Instant;
import java.util.List;
import org.gpurma.model.Calibration;

/**
 * What a job measured of the GPUs that it ran on.
 *
 * @param job that measured it
 * @param gpu name of the model
 * @param ranks of a GPU
 * @param nodes in ascending order
 */
public record StoredCalibration(
    String job,
    String project,
    Instant measuredAt,
    String gpu,
    int gpus,
    int ranks,
    List<String> nodes,
    Calibration measured) {
  public StoredCalibration {
    nodes = nodes.stream().distinct().sorted().toList();
  }
}
