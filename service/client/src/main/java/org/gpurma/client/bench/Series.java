package org.gpurma.client.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.gpurma.model.Measurement;

/** Measurements that differ in one quantity only, which makes them a line of a plot. */
record Series(String label, Measurement first, List<Point> points) {

  /** A size, or a number of ranks, and the median there. */
  record Point(long at, double median) {}

  /**
   * Lines in the order of the measurements; of one point measured twice the first counts, so that a
   * later run for something else does not blur a line.
   *
   * @param key equal for measurements of one line
   */
  static List<Series> of(
      List<Measurement> measurements,
      Function<Measurement, String> key,
      ToLongFunction<Measurement> at) {
    Map<String, List<Measurement>> lines = new LinkedHashMap<>();
    measurements.forEach(
        each -> lines.computeIfAbsent(key.apply(each), _ -> new ArrayList<>()).add(each));
    return lines.entrySet().stream()
        .map(line -> new Series(line.getKey(), line.getValue().getFirst(), points(line, at)))
        .toList();
  }

  private static List<Point> points(
      Map.Entry<String, List<Measurement>> line, ToLongFunction<Measurement> at) {
    Map<Long, Point> points = new LinkedHashMap<>();
    for (Measurement each : line.getValue()) {
      long place = at.applyAsLong(each);
      points.putIfAbsent(place, new Point(place, each.median()));
    }
    return points.values().stream()
        .sorted((left, right) -> Long.compare(left.at(), right.at()))
        .toList();
  }

  /** Two points show no course; they come of runs for something else. */
  boolean isLine() {
    return points.size() > 2;
  }
}
