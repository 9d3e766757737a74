package org.gpurma.service.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.service.job.CheckReport;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.jobspec.CheckSpec;
import org.gpurma.service.runfolder.RunFolder;

/** Runs the checks of a job spec on what an attempt left behind. */
public final class Checker {
  private final RunFolder folder;
  private final JobLog log;
  private final long ranks;

  public Checker(RunFolder folder, JobLog log, long ranks) {
    this.folder = folder;
    this.log = log;
    this.ranks = ranks;
  }

  public CheckReport run(List<CheckSpec> checks) throws IOException {
    List<CheckReport.Result> results = new ArrayList<>();
    for (CheckSpec check : checks) {
      results.add(run(check));
    }
    return CheckReport.of(results);
  }

  private CheckReport.Result run(CheckSpec check) throws IOException {
    return switch (check) {
      case CheckSpec.Compare compare ->
          missing(compare.output())
              ? absent("compare", compare.output())
              : Comparison.run(
                  compare, output(compare.output()), folder.files().resolve(compare.reference()));
      case CheckSpec.Sum sum ->
          missing(sum.output())
              ? absent("sum", sum.output())
              : Summation.run(sum, output(sum.output()));
      case CheckSpec.Logs logs -> new LogCheck(log, ranks).run(logs);
    };
  }

  private Path output(String name) {
    return folder.outputs().resolve(name);
  }

  private boolean missing(String name) {
    return !Files.exists(output(name));
  }

  private static CheckReport.Result absent(String kind, String name) {
    return new CheckReport.Result(kind, false, "the job left no " + name);
  }
}
