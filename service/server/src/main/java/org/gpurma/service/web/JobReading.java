package org.gpurma.service.web;

import java.util.List;
import org.gpurma.service.job.Attempt;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.AttemptStore;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobEvent;
import org.gpurma.service.job.JobId;
import org.gpurma.service.job.JobState;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.job.ProcessInfo;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.JobLogs;
import org.gpurma.service.lifecycle.JobScheduler;
import org.gpurma.service.prediction.Prediction;
import org.gpurma.service.prediction.PredictionStore;
import org.gpurma.service.security.Caller;
import org.springframework.stereotype.Component;

/** Finds what requests name; what a caller must not see is not there for it. */
@Component
final class JobReading {
  private final JobStore jobs;
  private final AttemptStore attempts;
  private final JobLogs logs;
  private final JobScheduler scheduler;
  private final PredictionStore predictions;

  JobReading(
      JobStore jobs,
      AttemptStore attempts,
      JobLogs logs,
      JobScheduler scheduler,
      PredictionStore predictions) {
    this.jobs = jobs;
    this.attempts = attempts;
    this.logs = logs;
    this.scheduler = scheduler;
    this.predictions = predictions;
  }

  Job job(String id) {
    return JobId.parse(id)
        .flatMap(jobs::find)
        .filter(job -> Caller.current().sees(job.project()))
        .orElseThrow(() -> ApiException.notFound("There is no job '" + id + "'"));
  }

  /** All jobs of an array that there is. */
  List<Job> array(String id) {
    List<Job> members = JobId.parse(id).map(jobs::ofArray).orElse(List.of());
    if (members.isEmpty() || !Caller.current().sees(members.getFirst().project())) {
      throw ApiException.notFound("There is no job array '" + id + "'");
    }
    return members;
  }

  /** Of the attempt that is asked for, or the last one. */
  AttemptId attempt(Job job, Integer number) {
    if (number == null) {
      return job.attempt();
    }
    if (number < 1 || number > job.attemptNumber()) {
      throw ApiException.notFound("Job " + job.id() + " has no attempt " + number);
    }
    return new AttemptId(job.id(), number);
  }

  /** As far as they are known. */
  List<ProcessInfo> processes(AttemptId attempt) {
    return attempts.find(attempt).map(Attempt::processes).orElse(List.of());
  }

  JobView view(Job job) {
    List<Attempt> all = attempts.of(job.id());
    List<JobEvent> transitions = jobs.events().transitions(job.id());
    boolean begun = !all.isEmpty() && all.getLast().id().number() == job.attemptNumber();
    long lines = begun ? lines(job, all.getLast()) : 0;
    WaitingView waiting =
        job.state() instanceof JobState.Queued ? WaitingView.of(scheduler.explain(job)) : null;
    Prediction prediction = predictions.find(job.attempt()).orElse(null);
    return JobView.of(job, jobs.spec(job.id()), transitions, all, waiting, lines, prediction);
  }

  private long lines(Job job, Attempt attempt) {
    return attempt.logLines() == null ? log(job, attempt.id()).lines() : attempt.logLines();
  }

  /** A log of an attempt that has ended gets no more lines. */
  JobLog log(Job job, AttemptId attempt) {
    JobLog log = logs.of(attempt);
    if (job.state().ended() || attempt.number() < job.attemptNumber()) {
      log.seal();
    }
    return log;
  }

  boolean ended(AttemptId attempt) {
    Job job = jobs.get(attempt.job());
    return job.state().ended() || attempt.number() < job.attemptNumber();
  }

  /** How an attempt's log ends. */
  LogEnd end(AttemptId attempt) {
    Job job = jobs.get(attempt.job());
    if (attempt.number() == job.attemptNumber()) {
      return new LogEnd(job.state().word(), attempt.number(), null);
    }
    String state = attempts.find(attempt).map(Attempt::end).map(JobState::word).orElse("FAILED");
    return new LogEnd(state, attempt.number(), attempt.number() + 1);
  }
}
