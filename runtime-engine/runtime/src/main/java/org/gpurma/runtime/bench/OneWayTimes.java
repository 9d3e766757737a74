package org.gpurma.runtime.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntToLongFunction;

/**
 * Times of one way between two processes.
 *
 * @param rounds of each repetition
 * @param micros of the repetitions, ascending
 */
record OneWayTimes(int rounds, double[] micros) {

  /**
   * One repetition more comes first, as a warm-up.
   *
   * @param roundTrips takes how many; returns the nanoseconds of all
   */
  static OneWayTimes measure(int rounds, int repetitions, IntToLongFunction roundTrips) {
    double[] all = new double[1 + repetitions];
    for (int i = 0; i < all.length; i++) {
      all[i] = roundTrips.applyAsLong(rounds) / 2e3 / rounds;
    }
    double[] micros = Arrays.copyOfRange(all, 1, all.length);
    Arrays.sort(micros);
    return new OneWayTimes(rounds, micros);
  }

  /** A row of a benchmark's results, as the jobs log them: median, shortest, longest. */
  String row(String operation, int bytes, int ranks) {
    return String.format(
        Locale.ROOT,
        "csv gpurma,%s,host,%d,%d,1,%d,%d,%.4f,%.4f,%.4f,us",
        operation,
        bytes,
        ranks,
        rounds,
        micros.length,
        micros[micros.length / 2],
        micros[0],
        micros[micros.length - 1]);
  }
}
