package org.gpurma.service.prediction;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.gpurma.model.BadMeasurementsException;
import org.gpurma.model.Calibration;
import org.gpurma.model.HdModel;
import org.gpurma.model.Reach;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.jobspec.PredictionSpec;
import org.gpurma.service.placement.ProcessPlacement;

/** Says what the model that a job names makes of the best calibration there is. */
public final class Predictor {
  private static final String MICROSECONDS = "us";

  private final Calibrations calibrations;

  public Predictor(Calibrations calibrations) {
    this.calibrations = calibrations;
  }

  /** Empty where the job names no model. */
  public Optional<Prediction> predict(JobSpec spec, List<ProcessPlacement> processes) {
    Set<String> nodes = processes.stream().map(ProcessPlacement::node).collect(Collectors.toSet());
    return predict(spec, processes.getFirst().gpu().name(), nodes);
  }

  /** Of a job that has no GPUs yet: as if it got all of them on one node. */
  public Optional<Prediction> predict(JobSpec spec) {
    return predict(spec, spec.resources().gpu().model(), Set.of());
  }

  private Optional<Prediction> predict(JobSpec spec, String gpu, Set<String> nodes) {
    return Optional.ofNullable(spec.prediction())
        .map(
            wanted ->
                calibrations
                    .find(gpu, spec.resources().ranksPerGpu(), nodes)
                    .map(found -> predict(wanted, spec, nodes, found))
                    .orElseGet(() -> uncalibrated(wanted, gpu)));
  }

  private static Prediction uncalibrated(PredictionSpec wanted, String gpu) {
    String which = gpu.isEmpty() ? "any GPU" : gpu;
    return new Prediction(
        wanted.model(),
        null,
        List.of(),
        "There is no calibration of %s; the job job-specs/calibrate makes one".formatted(which));
  }

  private static Prediction predict(
      PredictionSpec wanted, JobSpec spec, Set<String> nodes, StoredCalibration found) {
    Prediction.Source source = Prediction.Source.of(found);
    try {
      List<Prediction.Row> rows = rows(wanted, reach(spec, nodes), found.measured());
      return new Prediction(wanted.model(), source, rows, misfit(spec, found));
    } catch (BadMeasurementsException e) {
      return new Prediction(wanted.model(), source, List.of(), e.getMessage());
    }
  }

  private static List<Prediction.Row> rows(
      PredictionSpec wanted, Reach reach, Calibration calibration) {
    var problem = new HdModel.Problem(reach, wanted.rows(), wanted.columns());
    return HdModel.of(wanted.model()).orElseThrow().predict(calibration, problem).stream()
        .map(
            time ->
                new Prediction.Row(
                    time.what(), time.column(), MICROSECONDS, time.microseconds(), null))
        .toList();
  }

  private static Reach reach(JobSpec spec, Set<String> nodes) {
    if (spec.resources().gpus() == 1) {
      return Reach.DEVICE;
    }
    boolean byNetwork = spec.transport().path() == JobSpec.Transport.Path.NETWORK;
    return byNetwork || nodes.size() > 1 ? Reach.NETWORK : Reach.NODE;
  }

  private static String misfit(JobSpec spec, StoredCalibration found) {
    int ranks = spec.resources().ranksPerGpu();
    return ranks == 0 || ranks == found.ranks()
        ? null
        : "It was calibrated with %d ranks a GPU, the job has %d".formatted(found.ranks(), ranks);
  }
}
