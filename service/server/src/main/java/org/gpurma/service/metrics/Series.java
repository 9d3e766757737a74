package org.gpurma.service.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counters whose series are there from the start, so that a first event is a rise. */
final class Series {
  private Series() {}

  static Counter counter(
      MeterRegistry registry, String name, String description, String unit, String... tags) {
    return Counter.builder(name)
        .description(description)
        .baseUnit(unit.isEmpty() ? null : unit)
        .tags(tags)
        .register(registry);
  }
}
