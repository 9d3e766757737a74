package org.gpurma.service.testing;

import java.util.List;

/** Jobs that are predicted, and what they are predicted from; their processes are played. */
public final class ModelledJobs {
  private static final String HEAD =
      """
      apiVersion: gpurma/v1
      kind: Job
      metadata: {name: modelled}
      program:
        entry: hello
        source: |
          __global__ void hello(gpurma_context_handle context) {}
      resources: {gpus: 2, ranksPerGpu: 2}
      """;

  /** Its rows become the calibration of where it ran. */
  public static final String CALIBRATION =
      HEAD
          + "results: {calibration: true, columns: [implementation, operation, path, bytes, ranks,"
          + " threads, rounds, repetitions, median, minimum, maximum, unit]}\n";

  /** A case study with a model. */
  public static final String MODELLED =
      HEAD
          + "prediction: {model: hd, rows: 4, columns: 1000}\n"
          + "results: {columns: [case, median, compute, communicate]}\n";

  /** A copy of 32,000 B takes 3 us and next to nothing of it is fixed; an exchange takes 5 us. */
  public static final FakeLauncher.Play CALIBRATE =
      logged(
          List.of(
              row("fence", "device", 0, 0, "us"),
              row("pass_of_5", "device", 16_000, 1.5, "us"),
              row("pass_of_5", "device", 32_000, 3, "us"),
              row("halo", "peer", 8000, 5, "us"),
              row("put_notify", "peer", 0, 1, "us"),
              row("put_notify", "peer", 1000, 2, "us"),
              row("put_notify", "peer", 2000, 3, "us"),
              row("memory_copy", "device", 4096, 2500, "GB/s")));

  public static final FakeLauncher.Play MEASURE = logged(List.of("csv x,28.5,11,16"));

  private static String row(String operation, String path, int bytes, double value, String unit) {
    return "csv gpurma,%s,%s,%d,2,1,1,1,%s,%s,%s,%s"
        .formatted(operation, path, bytes, value, value, value, unit);
  }

  /** The first rank says these. */
  public static FakeLauncher.Play logged(List<String> rows) {
    return processes -> {
      processes.forEach(FakeProcess::start);
      rows.forEach(row -> processes.getFirst().log(0, row));
      processes.forEach(FakeProcess::finish);
      return 0;
    };
  }

  private ModelledJobs() {}
}
