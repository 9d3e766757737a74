package org.gpurma.client.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gpurma.model.Calibration;
import org.gpurma.model.PredictedTime;

/** What models predict of case studies, beside what was measured. */
public final class ModelTable {

  private ModelTable() {}

  /** Three rows for each run that there is a model of. */
  public static Table of(Calibration calibration, List<CaseRun> runs) {
    List<List<String>> rows = new ArrayList<>();
    for (CaseRun run : runs) {
      run.hdModel()
          .ifPresent(
              model -> {
                for (PredictedTime time : model.predict(calibration, run.problem())) {
                  rows.add(row(run, time));
                }
              });
    }
    return new Table(
        List.of("case", "GPUs", "size", "what", "predicted (us)", "measured (us)", "off"), rows);
  }

  private static List<String> row(CaseRun run, PredictedTime time) {
    double measured = run.time(time.column());
    return List.of(
        run.title(),
        Long.toString(run.gpus()),
        run.size(),
        time.what(),
        Quantities.number(time.microseconds()),
        Quantities.number(measured),
        String.format(Locale.ROOT, "%+.0f %%", 100 * (time.microseconds() / measured - 1)));
  }
}
