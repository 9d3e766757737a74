package org.gpurma.client.job;

import java.util.List;

/** The checks of a job's result; all must pass. */
public record CheckReport(boolean passed, List<CheckResult> results) {

  public CheckReport {
    results = results == null ? List.of() : List.copyOf(results);
  }
}
