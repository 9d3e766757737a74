package org.gpurma.service.web;

import org.gpurma.service.job.Attempt;
import org.gpurma.service.job.AttemptStore;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobId;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.JobLogs;
import org.springframework.stereotype.Component;

/** Finds what requests name. */
@Component
final class JobReading {
  private final JobStore jobs;
  private final AttemptStore attempts;
  private final JobLogs logs;

  JobReading(JobStore jobs, AttemptStore attempts, JobLogs logs) {
    this.jobs = jobs;
    this.attempts = attempts;
    this.logs = logs;
  }

  Job job(String id) {
    return JobId.parse(id)
        .flatMap(jobs::find)
        .orElseThrow(() -> ApiException.notFound("There is no job '" + id + "'"));
  }

  Attempt attempt(Job job) {
    return attempts.find(job.attempt()).orElseGet(() -> Attempt.begin(job.attempt(), "", ""));
  }

  JobView view(Job job) {
    Attempt attempt = attempt(job);
    long lines = attempt.logLines() == null ? log(job).lines() : attempt.logLines();
    return JobView.of(job, attempt, lines);
  }

  /** A log of a job that has ended gets no more lines. */
  JobLog log(Job job) {
    JobLog log = logs.of(job.attempt());
    if (job.state().ended()) {
      log.seal();
    }
    return log;
  }

  boolean ended(JobId id) {
    return jobs.get(id).state().ended();
  }

  String stateWord(JobId id) {
    return jobs.get(id).state().word();
  }
}
