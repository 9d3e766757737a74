package org.gpurma.service.prediction;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a model says of a job, beside what the job measured.
 *
 * @param calibration what it was made of; null where there is none that fits
 * @param rows empty where nothing can be said
 * @param message why nothing can be said, or what it rests on does not fit well; null otherwise
 */
public record Prediction(String model, Source calibration, List<Row> rows, String message) {
  public Prediction {
    rows = List.copyOf(rows);
  }

  /** When and where the model's parameters were measured. */
  public record Source(
      String job, Instant measuredAt, String gpu, int gpus, int ranks, List<String> nodes) {
    static Source of(StoredCalibration from) {
      return new Source(
          from.job(), from.measuredAt(), from.gpu(), from.gpus(), from.ranks(), from.nodes());
    }
  }

  /**
   * @param column of the job's results that measures it
   * @param measured null as long as the job has not
   */
  public record Row(String what, String column, String unit, double predicted, Double measured) {}

  /** With what a row of the job's results says. */
  Prediction measured(Map<String, Double> results) {
    return new Prediction(
        model,
        calibration,
        rows.stream()
            .map(
                row ->
                    new Row(row.what, row.column, row.unit, row.predicted, results.get(row.column)))
            .toList(),
        message);
  }
}
