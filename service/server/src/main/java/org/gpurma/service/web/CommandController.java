package org.gpurma.service.web;

import java.util.Optional;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobState;
import org.gpurma.service.lifecycle.JobScheduler;
import org.gpurma.service.security.Verb;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What can be done with a job that is there. Each may be sent again without harm. */
@RestController
@RequestMapping("/api/v1/jobs/{id}")
@Needs(Verb.CONTROL)
final class CommandController {
  private final JobReading reading;
  private final JobScheduler scheduler;

  CommandController(JobReading reading, JobScheduler scheduler) {
    this.reading = reading;
    this.scheduler = scheduler;
  }

  private Job job(String id, Optional<String> ifMatch) {
    Job job = reading.job(id);
    Etags.requireMatch(ifMatch, job);
    return job;
  }

  private ResponseEntity<JobView> accepted(Job job) {
    return ResponseEntity.accepted().body(reading.view(reading.job(job.id().value())));
  }

  @PostMapping("/cancel")
  ResponseEntity<JobView> cancel(
      @PathVariable String id,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) Optional<String> ifMatch) {
    Job job = job(id, ifMatch);
    if (job.state() instanceof JobState.Succeeded || job.state() instanceof JobState.Failed) {
      throw ApiException.conflict("The job has ended already; it is " + job.state().word());
    }
    if (!job.state().ended()) {
      scheduler.cancel(job);
    }
    return accepted(job);
  }

  @PostMapping("/hold")
  ResponseEntity<JobView> hold(
      @PathVariable String id,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) Optional<String> ifMatch) {
    return hold(job(id, ifMatch), true);
  }

  @PostMapping("/release")
  ResponseEntity<JobView> release(
      @PathVariable String id,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) Optional<String> ifMatch) {
    return hold(job(id, ifMatch), false);
  }

  private ResponseEntity<JobView> hold(Job job, boolean held) {
    if (!scheduler.hold(job.id(), held)) {
      throw ApiException.conflict(
          "Only a job that waits can be held or released; it is "
              + reading.job(job.id().value()).state().word());
    }
    return accepted(job);
  }

  @PostMapping("/retry")
  ResponseEntity<JobView> retry(
      @PathVariable String id,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) Optional<String> ifMatch) {
    Job job = job(id, ifMatch);
    boolean retriable =
        job.state() instanceof JobState.Failed || job.state() instanceof JobState.Cancelled;
    if (!retriable || !scheduler.retry(job)) {
      throw ApiException.conflict(
          "Only a job that failed or was cancelled can be tried again; it is "
              + reading.job(job.id().value()).state().word());
    }
    return accepted(job);
  }
}
