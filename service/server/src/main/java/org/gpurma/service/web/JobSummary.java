package org.gpurma.service.web;

import java.time.Instant;
import java.util.Map;
import org.gpurma.service.job.ArrayPlace;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobId;

/**
 * A job as lists show it: without its spec and its processes.
 *
 * @param gpus null for a job of a service that did not note it down
 */
record JobSummary(
    JobId id,
    String name,
    String project,
    int priority,
    Integer gpus,
    Map<String, String> labels,
    ArrayPlace array,
    Instant createdAt,
    Status status) {

  /**
   * @param beganAt when its current attempt got GPUs
   */
  record Status(
      String state,
      String reason,
      String message,
      int attempt,
      boolean held,
      boolean cancelRequested,
      Instant beganAt,
      Instant endedAt) {}

  static JobSummary of(Job job) {
    return new JobSummary(
        job.id(),
        job.name(),
        job.project(),
        job.priority(),
        job.gpus(),
        job.labels(),
        job.array(),
        job.createdAt(),
        new Status(
            job.state().word(),
            job.state().reason(),
            job.state().message(),
            job.attemptNumber(),
            job.held(),
            job.cancelRequested(),
            job.beganAt(),
            job.endedAt()));
  }
}
