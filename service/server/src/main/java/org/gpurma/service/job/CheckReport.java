package org.gpurma.service.job;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How an attempt's results stood against its checks. */
public record CheckReport(boolean passed, List<Result> results) {
  public record Result(String kind, boolean passed, String detail) {}

  public static CheckReport of(List<Result> results) {
    return new CheckReport(results.stream().allMatch(Result::passed), List.copyOf(results));
  }

  public CheckReport with(Optional<Result> more) {
    return of(Stream.concat(results.stream(), more.stream()).toList());
  }
}
