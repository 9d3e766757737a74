package org.gpurma.client.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/**
 * The results.csv of a benchmark: a line with the names of the columns, in any order, then a line a
 * measurement. Benchmarks write names and numbers, so no value is quoted or holds a comma.
 */
public final class MeasurementFile {

  private final Path file;
  private final List<String> columns;

  private MeasurementFile(Path file, List<String> columns) {
    this.file = file;
    this.columns = columns;
  }

  /** The measurements of several files, one after the other. */
  public static List<Measurement> readAll(List<Path> files) {
    return files.stream().flatMap(file -> read(file).stream()).toList();
  }

  public static List<Measurement> read(Path file) {
    List<String> lines = lines(file);
    if (lines.isEmpty()) {
      throw new BadMeasurementsException(file + " is empty; benchmarks write results.csv");
    }
    MeasurementFile reader = new MeasurementFile(file, values(lines.getFirst()));
    List<Measurement> measurements = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        measurements.add(reader.measurement(i + 1, lines.get(i)));
      }
    }
    return measurements;
  }

  /** A list of objects with the names of the columns. */
  public static String json(List<Measurement> measurements) {
    return JsonText.list(json -> measurements.forEach(each -> write(each, json)));
  }

  private static void write(Measurement each, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("implementation", each.implementation());
    json.writeStringProperty("operation", each.operation());
    json.writeStringProperty("path", each.path());
    json.writeNumberProperty("bytes", each.bytes());
    json.writeNumberProperty("ranks", each.ranks());
    json.writeNumberProperty("threads", each.threads());
    json.writeNumberProperty("rounds", each.rounds());
    json.writeNumberProperty("repetitions", each.repetitions());
    json.writeNumberProperty("median", each.median());
    json.writeNumberProperty("minimum", each.minimum());
    json.writeNumberProperty("maximum", each.maximum());
    json.writeStringProperty("unit", each.unit());
    json.writeEndObject();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new BadMeasurementsException("Cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static List<String> values(String line) {
    return Arrays.stream(line.split(",", -1)).map(String::strip).toList();
  }

  private Measurement measurement(int number, String line) {
    List<String> values = values(line);
    if (values.size() != columns.size()) {
      throw new BadMeasurementsException(
          "%s, line %d: %d values for %d columns"
              .formatted(file, number, values.size(), columns.size()));
    }
    Map<String, String> row = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      row.put(columns.get(i), values.get(i));
    }
    return new Measurement(
        text(row, "implementation"),
        text(row, "operation"),
        text(row, "path"),
        whole(row, "bytes", number),
        whole(row, "ranks", number),
        whole(row, "threads", number),
        whole(row, "rounds", number),
        whole(row, "repetitions", number),
        real(row, "median", number),
        real(row, "minimum", number),
        real(row, "maximum", number),
        text(row, "unit"));
  }

  private String text(Map<String, String> row, String column) {
    String value = row.get(column);
    if (value == null) {
      throw new BadMeasurementsException(
          "%s: has no column '%s' (it has %s)".formatted(file, column, String.join(", ", columns)));
    }
    return value;
  }

  private long whole(Map<String, String> row, String column, int number) {
    try {
      return Long.parseLong(text(row, column));
    } catch (NumberFormatException e) {
      throw bad(row, column, number, "a whole number", e);
    }
  }

  private double real(Map<String, String> row, String column, int number) {
    try {
      return Double.parseDouble(text(row, column));
    } catch (NumberFormatException e) {
      throw bad(row, column, number, "a number", e);
    }
  }

  private BadMeasurementsException bad(
      Map<String, String> row, String column, int number, String wanted, Exception cause) {
    return new BadMeasurementsException(
        "%s, line %d: %s '%s' is not %s".formatted(file, number, column, row.get(column), wanted),
        cause);
  }
}
