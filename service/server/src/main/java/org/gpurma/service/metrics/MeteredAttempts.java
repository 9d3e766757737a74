package org.gpurma.service.metrics;

import org.gpurma.service.job.AttemptId;

/** What is measured of attempts. */
public record MeteredAttempts(
    JobMetrics jobs,
    LaunchMetrics launches,
    IngestMetrics ingest,
    RmaMetrics rma,
    LiveMetrics live) {

  /** Nothing more is reported of it. */
  public void ended(AttemptId attempt) {
    rma.ended(attempt);
    live.ended(attempt);
  }
}
