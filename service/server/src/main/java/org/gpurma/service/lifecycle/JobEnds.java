package org.gpurma.service.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.gpurma.service.allocation.HeldGpus;
import org.gpurma.service.job.AttemptStore;
import org.gpurma.service.job.FailureReason;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobState;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.JobLogs;
import org.gpurma.service.jobspec.JobSpec;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Ends attempts, and jobs that are not tried again: the log is complete before the state says that
 * it is over; GPUs are free with it; followers go last.
 */
public final class JobEnds {
  private final JobStore jobs;
  private final AttemptStore attempts;
  private final JobLogs logs;
  private final HeldGpus heldGpus;
  private final TransactionTemplate transaction;
  private final EndObserver observer;

  public JobEnds(
      JobStore jobs,
      AttemptStore attempts,
      JobLogs logs,
      HeldGpus heldGpus,
      TransactionTemplate transaction,
      EndObserver observer) {
    this.jobs = jobs;
    this.attempts = attempts;
    this.logs = logs;
    this.heldGpus = heldGpus;
    this.transaction = transaction;
    this.observer = observer;
  }

  AttemptEnd end(AttemptWork work, JobState from, JobState end) {
    return end(work.job(), work.spec(), from, end);
  }

  AttemptEnd failedByService(AttemptWork work, Exception error) {
    JobState now = jobs.get(work.job().id()).state();
    return now.ended()
        ? new AttemptEnd.Over()
        : end(
            work.job(),
            work.spec(),
            now,
            new JobState.Failed(FailureReason.SERVICE_ERROR, error.toString()));
  }

  /** Present where the job is queued again. */
  Optional<AttemptEnd.Retried> lost(Job job, JobSpec spec, String why) {
    return end(job, spec, job.state(), new JobState.Failed(FailureReason.LOST, why))
            instanceof AttemptEnd.Retried retried
        ? Optional.of(retried)
        : Optional.empty();
  }

  void cancelQueued(Job job) {
    var end = new JobState.Cancelled("cancelled while it waited");
    jobs.move(job.id(), new JobState.Queued(), end);
    observer.jobEnded(jobs.get(job.id()), jobs.events().transitions(job.id()));
    logs.of(job.attempt()).seal();
  }

  private AttemptEnd end(Job job, JobSpec spec, JobState from, JobState end) {
    Optional<Duration> backoff = backoff(job, spec, end);
    JobLog log = logs.of(job.attempt());
    log.write(Channel.SERVICE, sentence(end));
    backoff.ifPresent(wait -> log.write(Channel.SERVICE, retrySentence(job, spec, wait)));
    attempts.logLines(job.attempt(), log.lines());
    boolean retried =
        Boolean.TRUE.equals(transaction.execute(_ -> store(job, spec, from, end, backoff)));
    observer.attemptEnded(job.attempt());
    if (!retried) {
      observer.jobEnded(jobs.get(job.id()), jobs.events().transitions(job.id()));
    }
    log.seal();
    return retried ? new AttemptEnd.Retried() : new AttemptEnd.Over();
  }

  /** Whether the job is queued again; not where somebody has cancelled it in the meantime. */
  private boolean store(
      Job job, JobSpec spec, JobState from, JobState end, Optional<Duration> backoff) {
    Instant now = Instant.now();
    boolean retried =
        backoff.isPresent()
            && jobs.retry(
                job.id(),
                from,
                end,
                now.plus(backoff.get()),
                retrySentence(job, spec, backoff.get()));
    if (!retried) {
      jobs.move(job.id(), from, end);
    }
    attempts.ended(job.attempt(), end, now);
    heldGpus.release(job.attempt());
    return retried;
  }

  private static Optional<Duration> backoff(Job job, JobSpec spec, JobState end) {
    return end instanceof JobState.Failed failed
            && spec.retries().applies(failed.why().word(), job.attemptNumber())
        ? Optional.of(spec.retries().backoffAfter(job.attemptNumber()))
        : Optional.empty();
  }

  private static String retrySentence(Job job, JobSpec spec, Duration wait) {
    return "retry %d of %d, in %d s at the earliest"
        .formatted(job.attemptNumber(), spec.retries().limit(), wait.toSeconds());
  }

  private static String sentence(JobState end) {
    String word = "job " + end.word().toLowerCase(Locale.ROOT);
    if (end.message() == null) {
      return word;
    }
    return word + (end.reason() == null ? "" : " (" + end.reason() + ")") + ": " + end.message();
  }
}
