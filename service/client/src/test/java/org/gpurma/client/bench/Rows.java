package org.gpurma.client.bench;

import org.gpurma.model.Measurement;

/** Measurements for tests. */
final class Rows {

  private Rows() {}

  static Measurement time(
      String implementation, String operation, String path, long bytes, double us) {
    return row(implementation, operation, path, bytes, 2, us, "us");
  }

  static Measurement row(
      String implementation,
      String operation,
      String path,
      long bytes,
      long ranks,
      double median,
      String unit) {
    return new Measurement(
        implementation, operation, path, bytes, ranks, 256, 1000, 7, median, median, median, unit);
  }
}
