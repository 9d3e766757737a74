package org.gpurma.service.prediction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.gpurma.model.BadMeasurementsException;
import org.gpurma.model.Measurement;
import tools.jackson.databind.JsonNode;

/** Reads the results.json of jobs. */
final class ResultRows {
  private ResultRows() {}

  static List<Measurement> measurements(JsonNode rows) {
    return StreamSupport.stream(rows.spliterator(), false).map(ResultRows::measurement).toList();
  }

  private static Measurement measurement(JsonNode row) {
    return new Measurement(
        field(row, "implementation").asString(),
        field(row, "operation").asString(),
        field(row, "path").asString(),
        number(row, "bytes").asLong(),
        number(row, "ranks").asLong(),
        number(row, "threads").asLong(),
        number(row, "rounds").asLong(),
        number(row, "repetitions").asLong(),
        number(row, "median").asDouble(),
        number(row, "minimum").asDouble(),
        number(row, "maximum").asDouble(),
        field(row, "unit").asString());
  }

  private static JsonNode field(JsonNode row, String name) {
    if (!row.has(name)) {
      throw new BadMeasurementsException("a row of the results has no " + name);
    }
    return row.get(name);
  }

  private static JsonNode number(JsonNode row, String name) {
    JsonNode value = field(row, name);
    if (!value.isNumber()) {
      throw new BadMeasurementsException("%s of a row is %s, not a number".formatted(name, value));
    }
    return value;
  }

  /** The numbers of the first row, by column. */
  static Map<String, Double> first(JsonNode rows) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    rows.path(0)
        .properties()
        .forEach(
            entry -> {
              if (entry.getValue().isNumber()) {
                numbers.put(entry.getKey(), entry.getValue().asDouble());
              }
            });
    return numbers;
  }
}
