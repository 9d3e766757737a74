package org.gpurma.service.prediction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gpurma.model.BadMeasurementsException;
import org.gpurma.model.Calibration;
import org.gpurma.model.Measurement;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.jobspec.ResultsSpec;
import org.gpurma.service.placement.ProcessPlacement;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Keeps what is predicted of attempts, and what jobs measure for later predictions. */
public final class Predictions {
  private final Predictor predictor;
  private final PredictionStore store;
  private final Calibrations calibrations;

  public Predictions(Predictor predictor, PredictionStore store, Calibrations calibrations) {
    this.predictor = predictor;
    this.store = store;
    this.calibrations = calibrations;
  }

  /** Before it runs, so that nothing of it can have gone into the prediction. */
  public void begin(AttemptId attempt, JobSpec spec, List<ProcessPlacement> processes) {
    predictor.predict(spec, processes).ifPresent(made -> store.put(attempt, made));
  }

  /**
   * Takes over what a successful attempt measured.
   *
   * @param outputs the folder of its results
   * @return what there is to say of it
   */
  public Optional<String> measured(
      AttemptId attempt, JobSpec spec, List<ProcessPlacement> processes, Path outputs)
      throws IOException {
    Path results = outputs.resolve(ResultsSpec.JSON);
    if (spec.results() == null || !Files.exists(results)) {
      return Optional.empty();
    }
    String text = Files.readString(results);
    try {
      JsonNode rows = JsonMapper.shared().readTree(text);
      store
          .find(attempt)
          .ifPresent(made -> store.put(attempt, made.measured(ResultRows.first(rows))));
      return spec.results().calibration()
          ? Optional.of(calibrate(attempt, spec, processes, rows, text))
          : Optional.empty();
    } catch (BadMeasurementsException | JacksonException e) {
      return Optional.of("the results are no calibration: " + e.getMessage());
    }
  }

  private String calibrate(
      AttemptId attempt,
      JobSpec spec,
      List<ProcessPlacement> processes,
      JsonNode rows,
      String text) {
    List<Measurement> measured = ResultRows.measurements(rows);
    var calibration =
        new StoredCalibration(
            attempt.job().value(),
            spec.metadata().project(),
            Instant.now(),
            processes.getFirst().gpu().name(),
            processes.size(),
            spec.resources().ranksPerGpu(),
            processes.stream().map(ProcessPlacement::node).toList(),
            new Calibration(measured));
    calibrations.put(calibration, text);
    return "%d measurements are the calibration of %s now"
        .formatted(measured.size(), calibration.gpu());
  }
}
