package org.gpurma.service.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.gpurma.service.job.CheckReport.Result;
import org.gpurma.service.jobspec.CheckSpec;

/** An output against its reference, element by element. A NaN never passes. */
final class Comparison {
  private final CheckSpec.Compare wanted;
  private double differenceSquares;
  private double referenceSquares;
  private double worst = -1;
  private long worstIndex;
  private String worstPair = "";

  private Comparison(CheckSpec.Compare wanted) {
    this.wanted = wanted;
  }

  static Result run(CheckSpec.Compare wanted, Path output, Path reference) throws IOException {
    try (var actual = new Elements(output, wanted.type());
        var expected = new Elements(reference, wanted.referenceType())) {
      if (actual.count() != expected.count()) {
        return new Result(
            "compare",
            false,
            wanted.output()
                + " has "
                + actual.count()
                + " elements, its reference "
                + expected.count());
      }
      var comparison = new Comparison(wanted);
      for (long i = 0; i < actual.count(); i++) {
        comparison.add(i, actual, expected);
      }
      return comparison.result();
    }
  }

  private void add(long index, Elements actual, Elements expected) throws IOException {
    actual.advance();
    expected.advance();
    double difference = difference(actual, expected);
    differenceSquares += difference * difference;
    referenceSquares += expected.real() * expected.real();
    // The negation also catches NaN, and keeps the first one.
    if (!(difference <= worst) && !Double.isNaN(worst)) {
      worst = difference;
      worstIndex = index;
      worstPair = actual.real() + " instead of " + expected.real();
    }
  }

  /** Integers of 64 bits do not fit a double; their difference mostly does. */
  private static double difference(Elements actual, Elements expected) {
    if (actual.integral() && expected.integral()) {
      try {
        return Math.abs((double) Math.subtractExact(actual.integer(), expected.integer()));
      } catch (ArithmeticException _) {
        return Math.abs(actual.real() - expected.real());
      }
    }
    return Math.abs(actual.real() - expected.real());
  }

  private Result result() {
    double relative =
        differenceSquares == 0 ? 0 : Math.sqrt(differenceSquares) / Math.sqrt(referenceSquares);
    boolean passed =
        worst >= 0
            && (wanted.relativeL2() == null || relative <= wanted.relativeL2())
            && (wanted.absolute() == null || worst <= wanted.absolute());
    String detail =
        String.format(
            Locale.ROOT,
            "%s: relative L2 error %.3g%s, worst element %d off by %.3g%s (%s)",
            wanted.output(),
            relative,
            limit(wanted.relativeL2()),
            worstIndex,
            worst,
            limit(wanted.absolute()),
            worstPair);
    return new Result("compare", passed, detail);
  }

  private static String limit(Double tolerance) {
    return tolerance == null ? "" : String.format(Locale.ROOT, " (at most %.3g)", tolerance);
  }
}
