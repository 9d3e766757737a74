package org.gpurma.service.jobspec;

import java.util.List;
import java.util.Objects;

/**
 * Which log lines of the ranks are rows of the job's results, and what their values are called.
 *
 * @param calibration whether the service predicts other jobs from them
 */
public record ResultsSpec(String prefix, List<String> columns, boolean calibration) {
  public static final String CSV = "results.csv";
  public static final String JSON = "results.json";

  public ResultsSpec {
    prefix = Objects.requireNonNullElse(prefix, "csv ");
    columns = List.copyOf(columns);
  }
}
