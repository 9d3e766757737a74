package org.gpurma.client.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows under columns, as wide as what is in them. */
final class Listing {

  /** A text and how it looks; null: as any other. */
  record Cell(String text, Style style) {
    static Cell of(Object value) {
      return new Cell(value == null ? "-" : value.toString(), null);
    }
  }

  private static final String BETWEEN = "  ";

  private final List<String> columns;
  private final List<List<Cell>> rows = new ArrayList<>();

  Listing(String... columns) {
    this.columns = List.of(columns);
  }

  /** Cells, or values that are shown as they are. */
  void row(Object... cells) {
    List<Cell> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(cell instanceof Cell ready ? ready : Cell.of(cell));
    }
    rows.add(row);
  }

  void print(Console console) {
    console.print(line(console, columns.stream().map(name -> new Cell(name, Style.BOLD)).toList()));
    rows.forEach(row -> console.print(line(console, row)));
  }

  private String line(Console console, List<Cell> cells) {
    var line = new StringBuilder();
    int owed = 0;
    for (int i = 0; i < cells.size(); i++) {
      String text = console.harmless(cells.get(i).text());
      if (!text.isEmpty()) {
        line.repeat(' ', owed);
        line.append(
            cells.get(i).style() == null ? text : console.styled(cells.get(i).style(), text));
        owed = 0;
      }
      owed += width(i) - text.length() + BETWEEN.length();
    }
    return line.toString();
  }

  private int width(int column) {
    return Math.max(
        columns.get(column).length(),
        rows.stream().mapToInt(row -> row.get(column).text().length()).max().orElse(0));
  }
}
