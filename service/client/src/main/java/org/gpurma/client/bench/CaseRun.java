package org.gpurma.client.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.gpurma.model.HdModel;
import org.gpurma.model.Reach;

/**
 * A row of a case study's results: times in microseconds a step.
 *
 * @param name of the case
 * @param variant {@code -} where there is one only
 * @param model {@code gpurma}, or what it is compared with
 * @param size extents, as in 128x320x26
 * @param median of the samples
 * @param compute median without communication
 * @param communicate median without computation
 */
public record CaseRun(
    String name,
    String variant,
    String model,
    long gpus,
    long ranks,
    long threads,
    String size,
    double median,
    double compute,
    double communicate) {

  public static final String OURS = "gpurma";
  static final String MPI_CUDA = "mpi-cuda";
  static final String NVSHMEM = "nvshmem";

  /** The rows of several files, one after the other. */
  public static List<CaseRun> readAll(List<Path> files) {
    return CsvRow.readAll(files).stream().map(CaseRun::of).toList();
  }

  private static CaseRun of(CsvRow row) {
    return new CaseRun(
        row.text("case"),
        row.text("variant"),
        row.text("model"),
        row.whole("gpus"),
        row.whole("ranks"),
        row.whole("threads"),
        row.text("size"),
        row.real("median"),
        row.real("compute"),
        row.real("communicate"));
  }

  /** What the cases are called beside each other. */
  String title() {
    return variant.equals("-") ? name : name + ", " + variant;
  }

  /** Equal, to three digits, for all sizes of one weak scaling. */
  long elementsPerGpu() {
    double elements =
        Arrays.stream(size.split("x")).mapToDouble(Double::parseDouble).reduce(1, (a, b) -> a * b);
    double digits = Math.pow(10, Math.floor(Math.log10(elements / gpus)) - 2);
    return Math.round(Math.rint(elements / gpus / digits) * digits);
  }

  /** The same problem as one of ours; a step of hd-recompute is one of hd. */
  boolean isTwinOf(CaseRun other) {
    return other.model.equals(OURS)
        && title().replace("hd-recompute", "hd").equals(other.title().replace("hd-recompute", "hd"))
        && gpus == other.gpus
        && size.equals(other.size);
  }

  /** The model of it, where there is one. */
  Optional<HdModel> hdModel() {
    if (!model.equals(OURS)) {
      return Optional.empty();
    }
    return switch (name) {
      case "horizontal-diffusion" -> HdModel.of(variant.split(" ", 2)[0]);
      case "stencil" -> Optional.of(HdModel.HD);
      default -> Optional.empty();
    };
  }

  /** What one rank of it has. */
  HdModel.Problem problem() {
    double[] extents = Arrays.stream(size.split("x")).mapToDouble(Double::parseDouble).toArray();
    boolean hasPlanes = extents.length == 3;
    double rows = hasPlanes ? extents[1] * extents[2] : extents[0];
    return new HdModel.Problem(
        gpus == 1 ? Reach.DEVICE : Reach.NODE,
        rows / gpus / ranks,
        hasPlanes ? extents[0] : extents[1]);
  }

  /** Microseconds a step. */
  double time(String column) {
    return switch (column) {
      case "median" -> median;
      case "compute" -> compute;
      case "communicate" -> communicate;
      default -> throw new IllegalArgumentException("no time of a case study: " + column);
    };
  }
}
