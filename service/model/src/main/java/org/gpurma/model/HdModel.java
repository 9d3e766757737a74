package org.gpurma.model;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The models of horizontal diffusion in four stencils (GPU RMA thesis, 4.3.2), with what they leave
 * out put in: that a pass over little memory has a time of its own, that what fits into the cache
 * is faster, that rows of the neighbours are read, too, and that an exchange keeps a rank busy, so
 * that not all of it can overlap.
 *
 * <p>All parameters are what the job {@code calibrate} measured:
 *
 * <ul>
 *   <li>{@code pass_of_5}, {@code pass_of_10}: all ranks copy between so many arrays by turns
 *   <li>{@code fence}: what of a pass is nothing but the order of memory
 *   <li>{@code halo}: every rank exchanges a row with both neighbours
 *   <li>{@code halo_pair}: two such exchanges at once
 *   <li>{@code halo_turn}: one, while another is on its way
 *   <li>{@code halo_busy}: the part of it that the rank itself is busy with
 * </ul>
 */
public enum HdModel {
  HD("hd", 1, 3),
  HD_OVERLAP("hd-overlap", 2, 3),
  HD_NOOVERLAP("hd-nooverlap", 2, 3),
  /** Without the exchange of fli: the row above is computed twice. */
  HD_RECOMPUTE("hd-recompute", 1, 2);

  private static final double CELL_BYTES = 8;

  /** In, lap, fli, flj, out. */
  private static final int FIELDS = 5;

  /** One that is read and one that is written. */
  private static final int FIELDS_OF_A_COPY = 2;

  private final String word;
  private final int sets;

  /** In a step: before lap, before the fluxes, and before out. */
  private final int exchanges;

  HdModel(String word, int sets, int exchanges) {
    this.word = word;
    this.sets = sets;
    this.exchanges = exchanges;
  }

  /**
   * What one rank has.
   *
   * @param rows of its field
   * @param columns of a row, which it exchanges
   */
  public record Problem(Reach reach, double rows, double columns) {
    public Problem {
      if (!(rows >= 1 && columns >= 1)) {
        throw new BadMeasurementsException(
            "a rank has at least one row and one column, not %s and %s".formatted(rows, columns));
      }
    }

    double fieldBytes() {
      return CELL_BYTES * rows * columns;
    }

    double rowBytes() {
      return CELL_BYTES * columns;
    }
  }

  public static Optional<HdModel> of(String word) {
    return Arrays.stream(values()).filter(model -> model.word.equals(word)).findFirst();
  }

  /** E.g. hd, hd-overlap. */
  public static String words() {
    return Arrays.stream(values()).map(HdModel::word).collect(Collectors.joining(", "));
  }

  public String word() {
    return word;
  }

  /**
   * A step, and what of it is computation and communication, each on its own.
   *
   * @throws BadMeasurementsException where the calibration lacks something
   */
  public List<PredictedTime> predict(Calibration calibration, Problem problem) {
    Stencils stencils = stencils(calibration, problem);
    double compute = sets * (stencils.lap + stencils.flux + stencils.out);
    double communicate =
        switch (this) {
          case HD, HD_RECOMPUTE -> exchanges * exchange(calibration, problem, "halo");
          case HD_NOOVERLAP -> exchanges * exchange(calibration, problem, "halo_pair");
          case HD_OVERLAP -> sets * exchanges * exchange(calibration, problem, "halo_turn");
        };
    double step =
        this == HD_OVERLAP ? overlapped(calibration, problem, stencils) : compute + communicate;
    return List.of(
        new PredictedTime("time per step", "median", step),
        new PredictedTime("computation per step", "compute", compute),
        new PredictedTime("communication per step", "communicate", communicate));
  }

  private record Stencils(double lap, double flux, double out) {}

  /**
   * lap reads one field and writes one, the fluxes read one and write two, out the reverse; beside
   * them the rows of the neighbours above and below, below, and above.
   */
  private Stencils stencils(Calibration calibration, Problem problem) {
    Curve pass = calibration.curve("pass_of_" + FIELDS * sets, Calibration.DEVICE);
    // An exchange follows, and has been measured with its fence.
    double fence = calibration.curve("fence", Calibration.DEVICE).at(0);
    double floor = Math.max(0, pass.floor() - fence);
    double copy = Math.max(floor, pass.at(problem.fieldBytes()) - fence);
    double perField = (copy - floor) / FIELDS_OF_A_COPY;
    double row = 1 / problem.rows();
    return new Stencils(
        floor + (2 + 2 * row) * perField,
        floor + (3 + row) * perField,
        floor + (3 + row) * perField);
  }

  private static double exchange(Calibration calibration, Problem problem, String operation) {
    String path = problem.reach().slowest(calibration, operation);
    return calibration.curve(operation, path).at(problem.rowBytes());
  }

  /** While the halo of one set is on its way, the other set is computed. */
  private static double overlapped(Calibration calibration, Problem problem, Stencils stencils) {
    double turn = exchange(calibration, problem, "halo_turn");
    double busy = Math.min(turn, exchange(calibration, problem, "halo_busy"));
    double onItsWay = turn - busy;
    double step = 0;
    for (double compute : List.of(stencils.lap, stencils.flux, stencils.out)) {
      step += 2 * (busy + Math.max(compute, onItsWay));
    }
    return step;
  }
}
