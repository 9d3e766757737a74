package org.gpurma.service.web;

import java.util.Optional;
import org.gpurma.service.counters.CountersReport;
import org.gpurma.service.counters.JobCounters;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.Job;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What the ranks of a job do, in numbers: now and over time. */
@RestController
final class CountersController {
  private final JobReading reading;
  private final JobCounters counters;

  CountersController(JobReading reading, JobCounters counters) {
    this.reading = reading;
    this.counters = counters;
  }

  @GetMapping("/api/v1/jobs/{id}/counters")
  CountersReport counters(
      @PathVariable String id,
      @RequestParam(required = false) Integer attempt,
      @RequestParam Optional<Long> after) {
    Job job = reading.job(id);
    AttemptId which = reading.attempt(job, attempt);
    CountersReport report = counters.of(which, reading.ended(which), reading.log(job, which));
    return after.map(report::after).orElse(report);
  }
}
