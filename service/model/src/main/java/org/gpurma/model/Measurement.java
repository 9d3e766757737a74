package org.gpurma.model;

/**
 * A row of a benchmark's results.
 *
 * @param implementation {@code gpurma}, or the peer it is compared with
 * @param operation what was done, e.g. {@code put_notify}; the same word for the same by a peer
 * @param path {@code device}, {@code peer}, {@code network}, or where queues lie
 * @param bytes of one operation
 * @param ranks that took part
 * @param rounds of a repetition
 * @param median of the repetitions, in the unit; so are minimum and maximum
 * @param unit {@code us} for times; {@code GB/s} and {@code M/s} for rates
 */
public record Measurement(
    String implementation,
    String operation,
    String path,
    long bytes,
    long ranks,
    long threads,
    long rounds,
    long repetitions,
    double median,
    double minimum,
    double maximum,
    String unit) {

  public static final String OURS = "gpurma";
  public static final String TIME = "us";

  public boolean isTime() {
    return unit.equals(TIME);
  }
}
