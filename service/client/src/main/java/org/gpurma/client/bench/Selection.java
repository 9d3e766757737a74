package org.gpurma.client.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gpurma.model.Measurement;

/** Names measurements by what they measured; what is null may be anything. */
record Selection(String implementation, String operation, String path, Long bytes, Long ranks) {

  /** Of this library. */
  static Selection of(String operation) {
    return new Selection(Measurement.OURS, operation, null, null, null);
  }

  Selection by(String other) {
    return new Selection(other, operation, path, bytes, ranks);
  }

  Selection path(String only) {
    return new Selection(implementation, operation, only, bytes, ranks);
  }

  Selection bytes(long only) {
    return new Selection(implementation, operation, path, only, ranks);
  }

  Selection ranks(long only) {
    return new Selection(implementation, operation, path, bytes, only);
  }

  /** The one by the most ranks; of several alike the first. */
  Optional<Measurement> in(List<Measurement> measurements) {
    // A stable sort, so that the first of several alike stays first.
    return matches(measurements)
        .sorted(Comparator.comparingLong(Measurement::ranks).reversed())
        .findFirst();
  }

  /** The best one, for a peer is shown at its best. */
  Optional<Measurement> bestIn(List<Measurement> measurements) {
    return matches(measurements)
        .max(Comparator.comparingDouble(each -> each.isTime() ? -each.median() : each.median()));
  }

  private Stream<Measurement> matches(List<Measurement> measurements) {
    return measurements.stream()
        .filter(each -> each.implementation().equals(implementation))
        .filter(each -> each.operation().equals(operation))
        .filter(each -> path == null || each.path().equals(path))
        .filter(each -> bytes == null || each.bytes() == bytes)
        .filter(each -> ranks == null || each.ranks() == ranks);
  }
}
