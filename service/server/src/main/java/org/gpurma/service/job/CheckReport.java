package org.gpurma.service.job;

import java.util.List;

/** How an attempt's results stood against its checks. */
public record CheckReport(boolean passed, List<Result> results) {
  public record Result(String kind, boolean passed, String detail) {}

  public static CheckReport of(List<Result> results) {
    return new CheckReport(results.stream().allMatch(Result::passed), List.copyOf(results));
  }
}
