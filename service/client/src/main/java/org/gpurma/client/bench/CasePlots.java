package org.gpurma.client.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The plots that case studies give: weak scaling over GPUs, and by size on so many GPUs, each with
 * computation and communication on their own.
 */
public final class CasePlots {

  private static final String TIME = "us a step";

  private CasePlots() {}

  /** SVG documents by file name. */
  public static Map<String, String> of(List<CaseRun> runs) {
    Map<String, String> plots = new LinkedHashMap<>();
    grouped(runs, run -> run.title() + ", " + elements(run))
        .forEach(
            (title, rows) ->
                plot(plots, title + " by GPUs", "GPUs", rows, CaseRun::gpus, Quantities::number));
    grouped(runs, run -> run.title() + ", " + run.gpus() + (run.gpus() == 1 ? " GPU" : " GPUs"))
        .forEach(
            (title, rows) ->
                plot(
                    plots,
                    title + " by size",
                    "elements a GPU",
                    rows,
                    CaseRun::elementsPerGpu,
                    Quantities::number));
    return plots;
  }

  private static String elements(CaseRun run) {
    return Quantities.number(run.elementsPerGpu()) + " elements a GPU";
  }

  private static Map<String, List<CaseRun>> grouped(
      List<CaseRun> runs, Function<CaseRun, String> key) {
    Map<String, List<CaseRun>> groups = new LinkedHashMap<>();
    runs.forEach(run -> groups.computeIfAbsent(key.apply(run), _ -> new ArrayList<>()).add(run));
    return groups;
  }

  private static void plot(
      Map<String, String> plots,
      String title,
      String across,
      List<CaseRun> runs,
      ToLongFunction<CaseRun> at,
      DoubleFunction<String> label) {
    List<Series> lines = new ArrayList<>();
    grouped(runs, CaseRun::model)
        .forEach(
            (model, rows) -> {
              lines.add(line(model, rows, at, CaseRun::median));
              lines.add(line(model + ", computation alone", rows, at, CaseRun::compute));
              lines.add(line(model + ", communication alone", rows, at, CaseRun::communicate));
            });
    lines.removeIf(line -> line.points().size() < 2);
    if (lines.isEmpty()) {
      return;
    }
    double[] places = values(lines, Series.Point::at);
    double[] times = values(lines, Series.Point::median);
    plots.put(
        fileName(title),
        new Plot(
                title,
                across,
                TIME,
                Axis.over(places, 2, label),
                Axis.over(times, 2, Quantities::number),
                lines)
            .svg());
  }

  private static Series line(
      String label,
      List<CaseRun> runs,
      ToLongFunction<CaseRun> at,
      ToDoubleFunction<CaseRun> time) {
    Map<Long, Series.Point> points = new TreeMap<>();
    for (CaseRun run : runs) {
      double microseconds = time.applyAsDouble(run);
      // Of a single GPU the communication of plain kernels: there is none.
      if (microseconds > 0.1) {
        long place = at.applyAsLong(run);
        points.putIfAbsent(place, new Series.Point(place, microseconds));
      }
    }
    return new Series(label, null, List.copyOf(points.values()));
  }

  private static double[] values(List<Series> lines, ToDoubleFunction<Series.Point> value) {
    return lines.stream().flatMap(line -> line.points().stream()).mapToDouble(value).toArray();
  }

  private static String fileName(String title) {
    return title.replaceAll("[^A-Za-z0-9]+", "-") + ".svg";
  }
}
