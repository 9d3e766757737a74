package org.gpurma.client.bench;

import java.util.List;
import java.util.Locale;

/**
 * Lines over two logarithmic axes, as SVG that is legible on light and on dark ground. Written by
 * hand: chart libraries for Java draw through java.desktop, which the Java runtime of a compute
 * node lacks, and none of them follows the reader's colour scheme.
 */
record Plot(String title, String across, String up, Axis x, Axis y, List<Series> lines) {

  private static final int LEAST_WIDTH = 860;
  private static final int HEIGHT = 480;
  private static final int LEFT = 76;
  private static final int RIGHT = 610;
  private static final int TOP = 44;
  private static final int BOTTOM = 424;
  private static final int LEGEND = RIGHT + 52;

  /** Of a letter of the legend, in the widest of the fonts that readers have. */
  private static final double LETTER = 8;

  /** Colours of equal weight on their ground; lines of one colour differ in their dashes. */
  private static final String STYLE =
      """
      <style>
        svg { --ground: #ffffff; --ink: #1f2328; --grid: #d8dee4;
          --c0: #0969da; --c1: #bc4c00; --c2: #1a7f37; --c3: #8250df; --c4: #bf3989; --c5: #6e7781; }
        @media (prefers-color-scheme: dark) {
          svg { --ground: #0d1117; --ink: #e6edf3; --grid: #30363d;
            --c0: #58a6ff; --c1: #f0883e; --c2: #3fb950; --c3: #bc8cff; --c4: #ff7bb5; --c5: #9198a1; }
        }
        text { font: 13px system-ui, sans-serif; fill: var(--ink); }
        .title { font-size: 16px; font-weight: 600; }
        .grid { stroke: var(--grid); stroke-width: 1; }
        .line { fill: none; stroke-width: 2; }
      </style>
      """;

  private static final int COLOURS = 6;
  private static final String[] DASHES = {"none", "7 4", "2 3"};

  String svg() {
    StringBuilder svg = new StringBuilder();
    add(
        svg,
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' role='img' aria-label='%s'>",
        width(),
        HEIGHT,
        width(),
        HEIGHT,
        escaped(title));
    svg.append(STYLE);
    add(svg, "<rect width='%d' height='%d' style='fill: var(--ground)'/>", width(), HEIGHT);
    add(svg, "<text class='title' x='%d' y='26'>%s</text>", LEFT, escaped(title));
    grid(svg);
    for (int i = 0; i < lines.size(); i++) {
      line(svg, i);
    }
    return svg.append("</svg>\n").toString();
  }

  /** The whole legend is seen. */
  private int width() {
    int longest = lines.stream().mapToInt(line -> line.label().length()).max().orElse(0);
    return Math.max(LEAST_WIDTH, LEGEND + (int) Math.ceil(LETTER * longest) + 8);
  }

  private void grid(StringBuilder svg) {
    for (double tick : x.ticks()) {
      double at = across(tick);
      add(svg, "<line class='grid' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>", at, TOP, at, BOTTOM);
      label(svg, at, BOTTOM + 18, "middle", x.label().apply(tick));
    }
    for (double tick : y.ticks()) {
      double at = up(tick);
      add(svg, "<line class='grid' x1='%d' y1='%.1f' x2='%d' y2='%.1f'/>", LEFT, at, RIGHT, at);
      label(svg, LEFT - 8, at + 4, "end", y.label().apply(tick));
    }
    label(svg, (LEFT + RIGHT) / 2.0, BOTTOM + 42, "middle", across);
    double middle = (TOP + BOTTOM) / 2.0;
    add(
        svg,
        "<text text-anchor='middle' transform='translate(18 %.1f) rotate(-90)'>%s</text>",
        middle,
        escaped(up));
  }

  private void line(StringBuilder svg, int index) {
    String colour = "var(--c" + index % COLOURS + ")";
    String dash = DASHES[index / COLOURS % DASHES.length];
    StringBuilder path = new StringBuilder();
    for (Series.Point point : lines.get(index).points()) {
      double[] at = {across(point.at()), up(point.median())};
      add(path, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", at[0], at[1]);
      add(svg, "<circle cx='%.1f' cy='%.1f' r='3' style='fill: %s'/>", at[0], at[1], colour);
    }
    String look = "style='stroke: " + colour + "; stroke-dasharray: " + dash + "'";
    add(svg, "<path class='line' %s d='%s'/>", look, path.toString().replace('\n', ' ').strip());
    double row = TOP + 10 + 22.0 * index;
    add(svg, "<path class='line' %s d='M%d %.1f h 26'/>", look, RIGHT + 18, row);
    label(svg, LEGEND, row + 4, "start", lines.get(index).label());
  }

  private static void label(StringBuilder svg, double x, double y, String anchor, String text) {
    add(svg, "<text x='%.1f' y='%.1f' text-anchor='%s'>%s</text>", x, y, anchor, escaped(text));
  }

  private double across(double value) {
    return LEFT + x.place(value) * (RIGHT - LEFT);
  }

  private double up(double value) {
    return BOTTOM - y.place(value) * (BOTTOM - TOP);
  }

  private static void add(StringBuilder to, String format, Object... values) {
    to.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;");
  }
}
