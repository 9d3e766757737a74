package org.gpurma.service.check;

import java.io.IOException;
import java.nio.file.Path;
import org.gpurma.service.job.CheckReport.Result;
import org.gpurma.service.jobspec.CheckSpec;

/** The sum of an output's elements against a known number. */
final class Summation {
  private Summation() {}

  static Result run(CheckSpec.Sum wanted, Path output) throws IOException {
    double sum = sum(wanted, output);
    double difference = Math.abs(sum - wanted.equals());
    double allowed = 0;
    if (wanted.relative() != null) {
      allowed = Math.max(allowed, wanted.relative() * Math.abs(wanted.equals()));
    }
    if (wanted.absolute() != null) {
      allowed = Math.max(allowed, wanted.absolute());
    }
    String detail =
        wanted.output()
            + ": sum "
            + sum
            + ", expected "
            + wanted.equals()
            + ", off by "
            + difference
            + " (at most "
            + allowed
            + ")";
    return new Result("sum", difference <= allowed, detail);
  }

  /** Compensated (Neumaier), so that the order of many elements does not show. */
  private static double sum(CheckSpec.Sum wanted, Path output) throws IOException {
    try (var elements = new Elements(output, wanted.type())) {
      double sum = 0;
      double lost = 0;
      for (long i = 0; i < elements.count(); i++) {
        elements.advance();
        double value = elements.real();
        double next = sum + value;
        lost += Math.abs(sum) >= Math.abs(value) ? (sum - next) + value : (value - next) + sum;
        sum = next;
      }
      return sum + lost;
    }
  }
}
