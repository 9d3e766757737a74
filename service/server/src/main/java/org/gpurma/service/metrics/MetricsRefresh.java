package org.gpurma.service.metrics;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks up again what takes too long to be looked up with every scrape. */
public final class MetricsRefresh implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MetricsRefresh.class);
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** It takes a hundredth of one core at most, however large the service's data become. */
  private static final int REST = 100;

  private final List<Refreshed> all;
  private final Thread thread;

  public MetricsRefresh(OpenJobMetrics jobs, LogStoreMetrics logs) {
    this.all = List.of(jobs, logs);
    thread = Thread.ofVirtual().name("metrics").unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        long begin = System.nanoTime();
        now();
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        Thread.sleep(PAUSE.plus(took.multipliedBy(REST)));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** All of it. */
  public void now() {
    for (Refreshed one : all) {
      try {
        one.refresh();
      } catch (RuntimeException e) {
        if (!Thread.currentThread().isInterrupted()) {
          LOG.warn("{} could not be looked up", one.getClass().getSimpleName(), e);
        }
      }
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
