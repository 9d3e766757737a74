package org.gpurma.service.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.gpurma.wire.Sample;

/** Series that are there as long as something lives; they show its last sample. */
final class LiveSeries {
  private final MeterRegistry registry;
  private final Tags tags;
  private final List<Meter> meters = new ArrayList<>();
  private volatile Sample sample = Sample.getDefaultInstance();

  LiveSeries(MeterRegistry registry, Tags tags) {
    this.registry = registry;
    this.tags = tags;
  }

  void show(Sample latest) {
    sample = latest;
  }

  /**
   * @param unit empty where it is a plain number
   */
  void gauge(
      String name,
      String description,
      String unit,
      ToDoubleFunction<Sample> value,
      String... more) {
    meters.add(
        Gauge.builder(name, this, live -> value.applyAsDouble(live.sample))
            .description(description)
            .baseUnit(unit.isEmpty() ? null : unit)
            .tags(tags.and(more))
            .register(registry));
  }

  /** Of what never falls. */
  void counter(
      String name,
      String description,
      String unit,
      ToDoubleFunction<Sample> value,
      String... more) {
    meters.add(
        FunctionCounter.builder(name, this, live -> value.applyAsDouble(live.sample))
            .description(description)
            .baseUnit(unit.isEmpty() ? null : unit)
            .tags(tags.and(more))
            .register(registry));
  }

  void remove() {
    meters.forEach(registry::remove);
    meters.clear();
  }
}
