package org.gpurma.service.web;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** What is measured here besides requests. */
@Component
final class WebMetrics {
  WebMetrics(MeterRegistry registry, LogTails tails) {
    Gauge.builder("gpurma.log.followers", tails, LogTails::followers)
        .description("Clients that follow a log")
        .register(registry);
  }
}
