package org.gpurma.service.web;

import java.time.Instant;
import java.util.List;
import org.gpurma.model.Hockney;
import org.gpurma.model.ProtocolFit;
import org.gpurma.service.prediction.Calibrations;
import org.gpurma.service.prediction.StoredCalibration;
import org.gpurma.service.security.Caller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What was measured of the cluster's GPUs, for predictions. */
@RestController
final class CalibrationController {
  private final Calibrations calibrations;

  CalibrationController(Calibrations calibrations) {
    this.calibrations = calibrations;
  }

  /** The newest first. */
  record CalibrationList(List<CalibrationView> items) {}

  /**
   * @param job that measured it; null where the caller may not see it
   * @param ranks of a GPU
   * @param memoryGBs that a GPU reads and writes while all its ranks copy; 0: not measured
   */
  record CalibrationView(
      String job,
      Instant measuredAt,
      String gpu,
      int gpus,
      int ranks,
      List<String> nodes,
      double memoryGBs,
      List<PutView> puts) {
    static CalibrationView of(StoredCalibration stored) {
      return new CalibrationView(
          Caller.current().sees(stored.project()) ? stored.job() : null,
          stored.measuredAt(),
          stored.gpu(),
          stored.gpus(),
          stored.ranks(),
          stored.nodes(),
          stored.measured().memoryBandwidth(),
          stored.measured().puts().stream()
              .flatMap(fit -> fit.protocols().stream().map(range -> PutView.of(fit, range)))
              .toList());
    }
  }

  /**
   * A notified put of a range of sizes takes latency + bytes / bandwidth.
   *
   * @param bandwidthGBs null where times do not grow with the size
   */
  record PutView(
      String path,
      long smallestBytes,
      long largestBytes,
      double latencyUs,
      Double bandwidthGBs,
      double worstRelativeError) {
    static PutView of(ProtocolFit fit, Hockney.Protocol range) {
      return new PutView(
          fit.path(),
          range.smallest(),
          range.largest(),
          range.latency(),
          Double.isInfinite(range.bandwidth()) ? null : range.bandwidth(),
          range.worst());
    }
  }

  @GetMapping("/api/v1/calibrations")
  CalibrationList list() {
    return new CalibrationList(calibrations.all().stream().map(CalibrationView::of).toList());
  }
}
