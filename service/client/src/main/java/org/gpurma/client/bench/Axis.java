package org.gpurma.client.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * A logarithmic axis: every quantity of a benchmark spans orders of magnitude. Zero lies one step
 * before the smallest value.
 */
record Axis(
    double lowest, double highest, double step, DoubleFunction<String> label, boolean withZero) {

  /** Ticks at powers of {@code step}, as far as there are values. */
  static Axis over(double[] values, double step, DoubleFunction<String> label) {
    double lowest = Double.POSITIVE_INFINITY;
    double highest = 0;
    boolean withZero = false;
    for (double value : values) {
      withZero |= value == 0;
      lowest = value > 0 ? Math.min(lowest, value) : lowest;
      highest = Math.max(highest, value);
    }
    if (highest == 0) {
      lowest = 1;
      highest = 1;
    }
    double below = power(step, Math.floor(exponent(lowest, step)));
    double above = power(step, Math.ceil(exponent(highest, step)));
    return new Axis(below, above > below ? above : below * step, step, label, withZero);
  }

  /** Tolerates that 1000 is 10 to the power of 2.9999999999999996. */
  private static double exponent(double value, double step) {
    double exponent = Math.log(value) / Math.log(step);
    return Math.abs(exponent - Math.rint(exponent)) < 1e-9 ? Math.rint(exponent) : exponent;
  }

  private static double power(double step, double exponent) {
    return Math.pow(step, exponent);
  }

  /** Where a value lies, 0 to 1. */
  double place(double value) {
    double first = Math.log(start());
    return (Math.log(value == 0 ? start() : value) - first) / (Math.log(highest) - first);
  }

  private double start() {
    return withZero ? lowest / step : lowest;
  }

  /** At most twelve. */
  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (withZero) {
      ticks.add(0.0);
    }
    double steps = Math.rint(exponent(highest / lowest, step));
    double stride = power(step, Math.ceil(steps / 11));
    DoubleUnaryOperator next = tick -> tick * stride;
    for (double tick = lowest; tick <= highest * 1.001; tick = next.applyAsDouble(tick)) {
      ticks.add(tick);
    }
    return ticks;
  }
}
