package org.gpurma.service;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;
import java.util.Map;
import org.gpurma.service.allocation.HeldGpus;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.job.JobCensus;
import org.gpurma.service.metrics.IngestMetrics;
import org.gpurma.service.metrics.JobMetrics;
import org.gpurma.service.metrics.LaunchMetrics;
import org.gpurma.service.metrics.LiveMetrics;
import org.gpurma.service.metrics.LogStoreMetrics;
import org.gpurma.service.metrics.MeteredAttempts;
import org.gpurma.service.metrics.MetricsRefresh;
import org.gpurma.service.metrics.NotificationWaitHistogram;
import org.gpurma.service.metrics.OpenJobMetrics;
import org.gpurma.service.metrics.RmaMetrics;
import org.gpurma.service.metrics.SchedulingMetrics;
import org.gpurma.service.runfolder.RunFolders;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Puts together what is measured; docs/metrics.md names every series. */
@Configuration(proxyBeanMethods = false)
class MetricsWiring {
  private static final String OTLP = "management.otlp.metrics.export";

  /** Units are those of Prometheus. */
  private static final Map<String, String> OTLP_DEFAULTS =
      Map.of("resourceAttributes", "service.name=gpurma-service", "baseTimeUnit", "seconds");

  @Bean
  IngestMetrics ingestMetrics(MeterRegistry registry) {
    return new IngestMetrics(registry);
  }

  @Bean
  SchedulingMetrics schedulingMetrics(MeterRegistry registry) {
    return new SchedulingMetrics(registry);
  }

  @Bean
  NotificationWaitHistogram notificationWaits(ObjectProvider<PrometheusRegistry> prometheus) {
    var histogram = new NotificationWaitHistogram();
    prometheus.ifAvailable(registry -> registry.register(histogram));
    return histogram;
  }

  @Bean
  MeteredAttempts meteredAttempts(
      MeterRegistry registry, IngestMetrics ingest, NotificationWaitHistogram waits) {
    return new MeteredAttempts(
        new JobMetrics(registry),
        new LaunchMetrics(registry),
        ingest,
        new RmaMetrics(registry, waits),
        new LiveMetrics(registry));
  }

  /** Settings are micrometer's: url, step, headers and so on. */
  @Bean
  @ConditionalOnBooleanProperty(OTLP + ".enabled")
  OtlpMeterRegistry otlpMeterRegistry(Environment environment) {
    OtlpConfig config =
        key -> {
          String name = key.substring(key.indexOf('.') + 1);
          String kebab = name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
          return environment.getProperty(OTLP + "." + kebab, OTLP_DEFAULTS.get(name));
        };
    return new OtlpMeterRegistry(config, Clock.SYSTEM);
  }

  @Bean
  MetricsRefresh metricsRefresh(
      MeterRegistry registry,
      JdbcClient jdbc,
      Cluster cluster,
      HeldGpus heldGpus,
      RunFolders folders) {
    var refresh =
        new MetricsRefresh(
            new OpenJobMetrics(
                registry, new JobCensus(jdbc), cluster::gpuCount, () -> heldGpus.all().size()),
            new LogStoreMetrics(registry, folders.jobs()));
    refresh.start();
    return refresh;
  }
}
