package org.gpurma.service.results;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gpurma.service.jobspec.ResultsSpec;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes rows to results.csv (RFC 4180, lines ended as on Unix) and results.json (a list of
 * objects), one as the other.
 */
final class ResultFiles implements AutoCloseable {
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  private static final Pattern NEEDS_QUOTES = Pattern.compile("[\",\r\n]");

  private final List<String> columns;
  private final BufferedWriter csv;
  private final JsonGenerator json;

  ResultFiles(Path folder, List<String> columns) throws IOException {
    this.columns = columns;
    Files.createDirectories(folder);
    csv = Files.newBufferedWriter(folder.resolve(ResultsSpec.CSV));
    json =
        JsonMapper.shared()
            .createGenerator(Files.newBufferedWriter(folder.resolve(ResultsSpec.JSON)));
    json.writeStartArray();
    writeCsv(columns);
  }

  /** Takes one value a column. */
  void write(List<String> row) {
    writeCsv(row);
    json.writeStartObject();
    for (int i = 0; i < row.size(); i++) {
      json.writeName(columns.get(i));
      if (NUMBER.matcher(row.get(i)).matches()) {
        json.writeNumber(row.get(i));
      } else {
        json.writeString(row.get(i));
      }
    }
    json.writeEndObject();
  }

  private void writeCsv(List<String> row) {
    try {
      csv.write(row.stream().map(ResultFiles::quoted).collect(Collectors.joining(",", "", "\n")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String quoted(String value) {
    return NEEDS_QUOTES.matcher(value).find() ? '"' + value.replace("\"", "\"\"") + '"' : value;
  }

  @Override
  public void close() throws IOException {
    try (csv;
        json) {
      json.writeEndArray();
    }
  }
}
