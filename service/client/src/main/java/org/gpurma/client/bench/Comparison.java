package org.gpurma.client.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpurma.model.Measurement;

/** All measurements, one implementation beside the other. */
public final class Comparison {

  private record Subject(String operation, String path, long bytes, long ranks, String unit) {

    static Subject of(Measurement each) {
      return new Subject(each.operation(), each.path(), each.bytes(), each.ranks(), each.unit());
    }
  }

  private Comparison() {}

  public static Table table(List<Measurement> measurements) {
    List<String> implementations =
        measurements.stream().map(Measurement::implementation).distinct().toList();
    Map<Subject, Map<String, Double>> medians = new LinkedHashMap<>();
    measurements.forEach(
        each ->
            medians
                .computeIfAbsent(Subject.of(each), _ -> new LinkedHashMap<>())
                .putIfAbsent(each.implementation(), each.median()));
    List<String> columns = new ArrayList<>(List.of("operation", "path", "bytes", "ranks"));
    columns.addAll(implementations);
    return new Table(
        columns,
        medians.entrySet().stream()
            .map(entry -> row(entry.getKey(), entry.getValue(), implementations))
            .toList());
  }

  private static List<String> row(
      Subject subject, Map<String, Double> medians, List<String> implementations) {
    List<String> row =
        new ArrayList<>(
            List.of(
                subject.operation(),
                subject.path(),
                Quantities.bytes(subject.bytes()),
                Long.toString(subject.ranks())));
    for (String implementation : implementations) {
      Double median = medians.get(implementation);
      row.add(median == null ? "" : Quantities.of(median, subject.unit()));
    }
    return row;
  }
}
