package org.gpurma.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The Hockney model of one operation of one implementation over one path. */
public record ProtocolFit(
    String implementation, String operation, String path, List<Hockney.Protocol> protocols) {

  /** As many as explain the theses' series. */
  public static final int MOST_PROTOCOLS = 3;

  private record Line(String implementation, String operation, String path, long ranks) {
    static Line of(Measurement each) {
      return new Line(each.implementation(), each.operation(), each.path(), each.ranks());
    }
  }

  /**
   * Of every operation whose time was measured for enough sizes.
   *
   * @param switches sizes at which a new protocol begins; empty: they are looked for
   * @param most protocols to look for
   */
  public static List<ProtocolFit> ofAll(
      List<Measurement> measurements, List<Long> switches, int most) {
    // Of a size measured twice the first counts.
    Map<Line, Map<Long, Point>> lines = new LinkedHashMap<>();
    measurements.stream()
        .filter(Measurement::isTime)
        .forEach(
            each ->
                lines
                    .computeIfAbsent(Line.of(each), _ -> new TreeMap<>())
                    .putIfAbsent(each.bytes(), new Point(each.bytes(), each.median())));
    List<ProtocolFit> fits = new ArrayList<>();
    lines.forEach(
        (line, points) -> {
          if (points.size() >= Hockney.FEWEST_POINTS) {
            fits.add(of(line, List.copyOf(points.values()), switches, most));
          }
        });
    fits.sort(Comparator.comparing(ProtocolFit::operation));
    return List.copyOf(fits);
  }

  private static ProtocolFit of(Line line, List<Point> points, List<Long> switches, int most) {
    return new ProtocolFit(
        line.implementation(),
        line.operation(),
        line.path(),
        switches.isEmpty() ? Hockney.search(points, most) : Hockney.fit(points, switches));
  }
}
