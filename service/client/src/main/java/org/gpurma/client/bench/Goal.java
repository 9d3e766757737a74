package org.gpurma.client.bench;

import java.util.List;
import java.util.Optional;
import org.gpurma.model.Measurement;

/**
 * What a measurement should reach.
 *
 * @param what for people
 * @param of the measurement
 * @param over where the goal is a ratio: what it is divided by; else null
 * @param peers what others reach at the same
 * @param target a time or a ratio at most, a rate at least
 */
record Goal(
    String what, Selection of, Selection over, List<Selection> peers, double target, String unit) {

  private static final String RATIO = "x";

  Goal(String what, Selection of, double target, String unit) {
    this(what, of, null, List.of(), target, unit);
  }

  Goal over(Selection divisor) {
    return new Goal(what, of, divisor, peers, target, RATIO);
  }

  Goal beside(Selection... others) {
    return new Goal(what, of, over, List.of(others), target, unit);
  }

  List<String> row(List<Measurement> measurements) {
    Optional<Measurement> measured = of.in(measurements);
    Optional<Double> value = value(measured, measurements);
    return List.of(
        what,
        value.map(number -> Quantities.of(number, unit)).orElse("not measured"),
        best(measurements).orElse("-"),
        Quantities.of(target, unit),
        value.map(number -> verdict(number)).orElse("-"));
  }

  private Optional<Double> value(Optional<Measurement> measured, List<Measurement> measurements) {
    Optional<Double> dividend = measured.map(Measurement::median);
    return over == null
        ? dividend
        : dividend.flatMap(above -> over.in(measurements).map(below -> above / below.median()));
  }

  private Optional<String> best(List<Measurement> measurements) {
    List<String> found =
        peers.stream()
            .flatMap(peer -> peer.bestIn(measurements).stream())
            .map(peer -> peer.implementation() + " " + Quantities.of(peer.median(), peer.unit()))
            .toList();
    return found.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", found));
  }

  private String verdict(double value) {
    boolean lessIsBetter = unit.equals(Measurement.TIME) || unit.equals(RATIO);
    double factor = lessIsBetter ? value / target : target / value;
    return factor <= 1 ? "reached" : "%s x off".formatted(Quantities.number(factor));
  }
}
