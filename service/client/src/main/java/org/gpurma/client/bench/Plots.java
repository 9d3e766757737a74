package org.gpurma.client.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.gpurma.model.Measurement;

/** The plots that measurements give: by size, and by number of ranks, one an operation. */
public final class Plots {

  private Plots() {}

  /** SVG documents by file name. */
  public static Map<String, String> of(List<Measurement> measurements) {
    Map<String, String> plots = new LinkedHashMap<>();
    byOperation(measurements)
        .forEach(
            (operation, rows) -> {
              plot(
                      operation,
                      rows,
                      each -> each.implementation() + ", " + each.path(),
                      Measurement::bytes,
                      "bytes",
                      4,
                      Quantities::bytes)
                  .ifPresent(plot -> plots.put(operation + "-by-size.svg", plot.svg()));
              plot(
                      operation,
                      rows,
                      Plots::ofOneSize,
                      Measurement::ranks,
                      "ranks",
                      2,
                      Quantities::number)
                  .ifPresent(plot -> plots.put(operation + "-by-ranks.svg", plot.svg()));
            });
    return plots;
  }

  private static Map<String, List<Measurement>> byOperation(List<Measurement> measurements) {
    return measurements.stream()
        .collect(
            Collectors.groupingBy(Measurement::operation, LinkedHashMap::new, Collectors.toList()));
  }

  private static String ofOneSize(Measurement each) {
    String size = each.bytes() == 0 ? "" : ", " + Quantities.bytes(each.bytes());
    return each.implementation() + ", " + each.path() + size;
  }

  /** Empty where nothing is a line. */
  private static Optional<Plot> plot(
      String operation,
      List<Measurement> rows,
      Function<Measurement, String> key,
      ToLongFunction<Measurement> at,
      String across,
      int step,
      DoubleFunction<String> label) {
    List<Series> lines = Series.of(rows, key, at).stream().filter(Series::isLine).toList();
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    List<Double> places = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    for (Series line : lines) {
      line.points().forEach(point -> places.add((double) point.at()));
      line.points().forEach(point -> values.add(point.median()));
    }
    String unit = rows.getFirst().unit();
    return Optional.of(
        new Plot(
            operation + " by " + across,
            across,
            unit,
            Axis.over(array(places), step, label),
            Axis.over(array(values), 10, Quantities::number),
            lines));
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
