package org.gpurma.client.job;

import java.time.Instant;
import java.util.List;

/**
 * What a performance model says of a job, beside what the job measured.
 *
 * @param calibration what it was made of; null where there is none that fits
 * @param message why nothing can be said, or what does not fit; null otherwise
 */
public record Prediction(String model, Source calibration, List<Row> rows, String message) {

  public Prediction {
    rows = rows == null ? List.of() : List.copyOf(rows);
  }

  /**
   * When and where the model's parameters were measured.
   *
   * @param job that measured them
   * @param ranks of a GPU
   */
  public record Source(
      String job, Instant measuredAt, String gpu, int gpus, int ranks, List<String> nodes) {}

  /**
   * @param column of the job's results that measures it
   * @param measured null as long as the job has not
   */
  public record Row(String what, String column, String unit, double predicted, Double measured) {}
}
