package org.gpurma.client.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpurma.model.BadMeasurementsException;

/**
 * A line of a results.csv: first comes a line with the names of the columns, in any order. Jobs
 * write names and numbers, so no value is quoted or holds a comma.
 *
 * @param number of the line, for messages
 * @param values by column
 */
record CsvRow(Path file, int number, Map<String, String> values) {

  static List<CsvRow> readAll(List<Path> files) {
    return files.stream().flatMap(file -> read(file).stream()).toList();
  }

  static List<CsvRow> read(Path file) {
    List<String> lines = lines(file);
    if (lines.isEmpty()) {
      throw new BadMeasurementsException(file + " is empty; benchmarks write results.csv");
    }
    List<String> columns = split(lines.getFirst());
    List<CsvRow> rows = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        rows.add(row(file, i + 1, columns, split(lines.get(i))));
      }
    }
    return rows;
  }

  private static CsvRow row(Path file, int number, List<String> columns, List<String> values) {
    if (values.size() != columns.size()) {
      throw new BadMeasurementsException(
          "%s, line %d: %d values for %d columns"
              .formatted(file, number, values.size(), columns.size()));
    }
    Map<String, String> row = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      row.put(columns.get(i), values.get(i));
    }
    return new CsvRow(file, number, row);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new BadMeasurementsException("Cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static List<String> split(String line) {
    return Arrays.stream(line.split(",", -1)).map(String::strip).toList();
  }

  String text(String column) {
    String value = values.get(column);
    if (value == null) {
      throw new BadMeasurementsException(
          "%s: has no column '%s' (it has %s)"
              .formatted(file, column, String.join(", ", values.keySet())));
    }
    return value;
  }

  long whole(String column) {
    try {
      return Long.parseLong(text(column));
    } catch (NumberFormatException e) {
      throw bad(column, "a whole number", e);
    }
  }

  double real(String column) {
    try {
      return Double.parseDouble(text(column));
    } catch (NumberFormatException e) {
      throw bad(column, "a number", e);
    }
  }

  private BadMeasurementsException bad(String column, String wanted, Exception cause) {
    return new BadMeasurementsException(
        "%s, line %d: %s '%s' is not %s".formatted(file, number, column, text(column), wanted),
        cause);
  }
}
