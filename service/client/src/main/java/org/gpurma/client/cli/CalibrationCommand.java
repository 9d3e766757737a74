package org.gpurma.client.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.cluster.Calibration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "calibration",
    description = {
      "List what was measured of the cluster's GPUs for predictions, and how long ago:",
      "a notified put takes latency + bytes / bandwidth. The job calibrate measures it again."
    })
final class CalibrationCommand implements Callable<Integer> {

  @Mixin ServiceOption service;
  @Mixin JsonOption json;

  @Override
  public Integer call() {
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      List<Calibration> calibrations = client.calibrations();
      if (json.wanted) {
        JsonOption.print(console, calibrations);
      } else if (calibrations.isEmpty()) {
        console.print("nothing was calibrated; ./gpurma submit job-specs/calibrate/job.yaml does");
      } else {
        calibrations.forEach(each -> print(console, each));
      }
      return ExitCode.SUCCEEDED;
    }
  }

  private static void print(Console console, Calibration of) {
    console.print(
        console.styled(Style.BOLD, console.harmless(of.gpu()))
            + "  %d GPUs of %s, %d ranks each, %s ago%s"
                .formatted(
                    of.gpus(),
                    String.join(", ", of.nodes()),
                    of.ranks(),
                    Units.age(Duration.between(of.measuredAt(), Instant.now())),
                    of.job() == null ? "" : " by " + of.job()));
    if (of.memoryGBs() > 0) {
      console.print("memory   %s".formatted(rate(of.memoryGBs())));
    }
    var table = new Listing("PUT", "FROM", "TO", "LATENCY", "BANDWIDTH", "WORST");
    for (Calibration.Put put : of.puts()) {
      table.row(
          put.path(),
          Units.bytes(put.smallestBytes()),
          Units.bytes(put.largestBytes()),
          String.format(Locale.ROOT, "%.2f us", put.latencyUs()),
          put.bandwidthGBs() == null ? "no limit seen" : rate(put.bandwidthGBs()),
          String.format(Locale.ROOT, "%.0f %%", 100 * put.worstRelativeError()));
    }
    table.print(console);
  }

  private static String rate(double gigabytes) {
    return String.format(Locale.ROOT, "%.3g GB/s", gigabytes);
  }
}
