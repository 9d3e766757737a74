package org.gpurma.client.bench;

import java.nio.file.Path;
import java.util.List;
import org.gpurma.model.Measurement;
import tools.jackson.core.JsonGenerator;

/** The results.csv of a benchmark. */
public final class MeasurementFile {

  private MeasurementFile() {}

  /** The measurements of several files, one after the other. */
  public static List<Measurement> readAll(List<Path> files) {
    return CsvRow.readAll(files).stream().map(MeasurementFile::measurement).toList();
  }

  public static List<Measurement> read(Path file) {
    return readAll(List.of(file));
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

  private static Measurement measurement(CsvRow row) {
    return new Measurement(
        row.text("implementation"),
        row.text("operation"),
        row.text("path"),
        row.whole("bytes"),
        row.whole("ranks"),
        row.whole("threads"),
        row.whole("rounds"),
        row.whole("repetitions"),
        row.real("median"),
        row.real("minimum"),
        row.real("maximum"),
        row.text("unit"));
  }
}
