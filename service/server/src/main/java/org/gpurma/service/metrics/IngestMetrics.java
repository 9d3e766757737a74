package org.gpurma.service.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import org.gpurma.service.ingest.RecordListener;
import org.gpurma.service.job.AttemptId;
import org.gpurma.wire.SpooledRecord;

/** What comes in from runtime processes. */
public final class IngestMetrics implements RecordListener {
  private final Counter batches;
  private final Counter bytes;
  private final Timer lag;

  public IngestMetrics(MeterRegistry registry) {
    batches =
        Series.counter(registry, "gpurma.ingest.batches", "Batches that processes have sent", "");
    bytes = Series.counter(registry, "gpurma.ingest", "What was in the batches", "bytes");
    lag =
        Timer.builder("gpurma.ingest.lag")
            .description(
                "From the moment of a sample to when it is stored, by the clocks of both; a"
                    + " process samples once a second at first")
            .serviceLevelObjectives(
                Duration.ofMillis(10),
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Duration.ofMinutes(1))
            .register(registry);
  }

  /**
   * @param size of its body, in bytes
   */
  public void received(long size) {
    batches.increment();
    bytes.increment(Math.max(0, size));
  }

  @Override
  public void reported(AttemptId attempt, int process, SpooledRecord record) {
    if (record.hasSample()) {
      Duration late =
          Duration.between(Instant.EPOCH.plusNanos(record.getHostTimeNs()), Instant.now());
      lag.record(late.isNegative() ? Duration.ZERO : late);
    }
  }
}
