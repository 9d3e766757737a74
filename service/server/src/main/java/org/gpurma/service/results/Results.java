package org.gpurma.service.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gpurma.service.job.CheckReport;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.IdSet;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;
import org.gpurma.service.joblog.LogLine;
import org.gpurma.service.joblog.LogReader;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.jobspec.ResultsSpec;

/** Collects the rows among the log lines of the ranks, or of host programs where there are none. */
public final class Results {
  public static final List<String> FILES = List.of(ResultsSpec.CSV, ResultsSpec.JSON);

  private final ResultsSpec spec;
  private long rows;
  private long misfits;
  private LogLine firstMisfit;

  private Results(ResultsSpec spec) {
    this.spec = spec;
  }

  /** Leaves the files in a folder; passes where there are rows and all fit. */
  public static CheckReport.Result collect(
      ResultsSpec spec, JobSpec.Model model, JobLog log, Path folder) throws IOException {
    var results = new Results(spec);
    try (LogReader reader = log.reader(0, linesOf(model));
        var files = new ResultFiles(folder, spec.columns())) {
      List<LogLine> lines = reader.next(1024);
      while (!lines.isEmpty()) {
        lines.forEach(line -> results.row(line).ifPresent(files::write));
        lines = reader.next(1024);
      }
    }
    return new CheckReport.Result(
        "results", results.rows > 0 && results.misfits == 0, results.detail());
  }

  private static LogFilter linesOf(JobSpec.Model model) {
    return new LogFilter(
        IdSet.ALL,
        Set.of(
            switch (model) {
              case GPURMA -> Channel.RANK;
              case MPI_CUDA -> Channel.LAUNCHER;
            }));
  }

  private Optional<List<String>> row(LogLine line) {
    if (!line.text().startsWith(spec.prefix())) {
      return Optional.empty();
    }
    List<String> values =
        Arrays.stream(line.text().substring(spec.prefix().length()).split(",", -1))
            .map(String::strip)
            .toList();
    if (values.size() != spec.columns().size()) {
      misfits++;
      firstMisfit = firstMisfit == null ? line : firstMisfit;
      return Optional.empty();
    }
    rows++;
    return Optional.of(values);
  }

  private String detail() {
    String written = rows + " rows of " + spec.columns().size() + " columns in " + ResultsSpec.CSV;
    if (rows == 0 && misfits == 0) {
      return written + ": no rank logged a line that begins with '" + spec.prefix() + "'";
    }
    return misfits == 0
        ? written
        : written
            + "; left out "
            + misfits
            + " lines that do not have one value a column, the first of rank "
            + firstMisfit.rank()
            + ": "
            + firstMisfit.text();
  }
}
