package org.gpurma.client.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

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

  /** The same problem in another model. */
  boolean isTwinOf(CaseRun other) {
    return !model.equals(other.model)
        && title().equals(other.title())
        && gpus == other.gpus
        && size.equals(other.size);
  }
}
