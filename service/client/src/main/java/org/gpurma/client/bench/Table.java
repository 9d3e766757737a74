package org.gpurma.client.bench;

import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** Rows under columns, as Markdown that also reads well as it is. */
public record Table(List<String> columns, List<List<String>> rows) {

  public List<String> lines() {
    List<String> rule = columns.stream().map(_ -> "").toList();
    return Stream.concat(
            Stream.of(line(columns, ' '), line(rule, '-')),
            rows.stream().map(row -> line(row, ' ')))
        .toList();
  }

  private String line(List<String> cells, char padding) {
    StringJoiner line = new StringJoiner(" | ", "| ", " |");
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      line.add(cell + String.valueOf(padding).repeat(width(i) - cell.length()));
    }
    return line.toString();
  }

  private int width(int column) {
    return Math.max(
        columns.get(column).length(),
        rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
  }
}
