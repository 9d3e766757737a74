package org.gpurma.client.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The model of horizontal diffusion in four stencils (GPU RMA thesis, 4.3.2): a stencil takes as
 * long as its rank's share of the memory bandwidth allows, a halo as long as the slowest put that
 * occurs. Times in microseconds, from what the job {@code calibrate} measured.
 */
public final class HdModel {

  private static final String CASE = "horizontal-diffusion";
  private static final double CELL_BYTES = 8;
  private static final int FIELDS = 5;
  private static final int MOST_PROTOCOLS = 3;

  private final List<Measurement> memory;
  private final List<ProtocolFit> puts;

  public HdModel(List<Measurement> calibration) {
    memory = calibration.stream().filter(each -> each.operation().equals("memory_copy")).toList();
    puts =
        ProtocolFit.ofAll(calibration, List.of(), MOST_PROTOCOLS).stream()
            .filter(fit -> fit.implementation().equals(Measurement.OURS))
            .filter(fit -> fit.operation().equals("put_notify"))
            .toList();
    if (memory.isEmpty() || puts.isEmpty()) {
      throw new BadMeasurementsException(
          "the calibration has no memory_copy or too few put_notify; the job calibrate measures both");
    }
  }

  /** Predicted beside measured, a row for each run that this is a model of. */
  public Table table(List<CaseRun> runs) {
    return new Table(
        List.of("case", "GPUs", "size", "predicted (us)", "measured (us)", "off"),
        runs.stream()
            .filter(run -> run.name().equals(CASE) && run.model().equals(CaseRun.OURS))
            .map(this::row)
            .toList());
  }

  private List<String> row(CaseRun run) {
    double predicted = predict(run);
    return List.of(
        run.title(),
        Long.toString(run.gpus()),
        run.size(),
        Quantities.number(predicted),
        Quantities.number(run.median()),
        String.format(Locale.ROOT, "%+.0f %%", 100 * (predicted / run.median() - 1)));
  }

  /** A step of all ranks. */
  double predict(CaseRun run) {
    String[] extents = run.size().split("x");
    double rows = Double.parseDouble(extents[0]) / run.gpus() / run.ranks();
    double columns = Double.parseDouble(extents[1]);
    boolean isOne = run.variant().startsWith("hd ");
    double field = CELL_BYTES * rows * columns;
    // A rank's share of the bandwidth, in bytes a microsecond.
    double share = bandwidth(field * FIELDS * (isOne ? 1 : 2)) * 1e3 / run.ranks();
    double pass = field / share;
    double row = CELL_BYTES * columns;
    if (isOne) {
      return 9 * pass + 3 * halo(run, 2 * row, row);
    }
    if (run.variant().startsWith("hd-nooverlap")) {
      return 2 * 9 * pass + 3 * halo(run, 4 * row, row);
    }
    double halo = halo(run, 2 * row, row);
    return 2
        * DoubleStream.of(2 * pass, 4 * pass, 3 * pass)
            .map(compute -> Math.max(compute, halo))
            .sum();
  }

  /** GB/s where each rank's fields are so large; a copy has two of them. */
  private double bandwidth(double footprint) {
    return memory.stream()
        .min(Comparator.comparingDouble(each -> Math.abs(Math.log(2.0 * each.bytes() / footprint))))
        .orElseThrow()
        .median();
  }

  /**
   * @param bytes that are on their way at once
   * @param row of one put, whose size chooses the protocol
   */
  private double halo(CaseRun run, double bytes, double row) {
    // Rows of ranks of one GPU lie in both their windows: puts between them only notify.
    double local = fit("device").map(fit -> fit.protocols().getFirst().latency()).orElse(0.0);
    if (run.gpus() == 1) {
      return local;
    }
    Hockney.Protocol protocol = protocol(remote(), row);
    return Math.max(local, protocol.latency() + bytes / protocol.bandwidth() / 1e3);
  }

  private ProtocolFit remote() {
    return fit("peer")
        .or(() -> fit("network"))
        .orElseThrow(
            () ->
                new BadMeasurementsException(
                    "the calibration is of one GPU; run the job calibrate on as many as the case"));
  }

  private Optional<ProtocolFit> fit(String path) {
    return puts.stream().filter(fit -> fit.path().equals(path)).findFirst();
  }

  private static Hockney.Protocol protocol(ProtocolFit fit, double bytes) {
    return fit.protocols().stream()
        .filter(protocol -> bytes <= protocol.largest())
        .findFirst()
        .orElse(fit.protocols().getLast());
  }
}
