package org.gpurma.service.lifecycle;

import java.util.Locale;
import java.util.function.BiConsumer;
import org.gpurma.service.allocation.HeldGpus;
import org.gpurma.service.job.AttemptStore;
import org.gpurma.service.job.FailureReason;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobState;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.JobLogs;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Ends jobs: the log is complete before the state says that it is over; GPUs are free with it;
 * followers go last.
 */
public final class JobEnds {
  private final JobStore jobs;
  private final AttemptStore attempts;
  private final JobLogs logs;
  private final HeldGpus heldGpus;
  private final TransactionTemplate transaction;
  private final BiConsumer<Job, JobState> observer;

  public JobEnds(
      JobStore jobs,
      AttemptStore attempts,
      JobLogs logs,
      HeldGpus heldGpus,
      TransactionTemplate transaction,
      BiConsumer<Job, JobState> observer) {
    this.jobs = jobs;
    this.attempts = attempts;
    this.logs = logs;
    this.heldGpus = heldGpus;
    this.transaction = transaction;
    this.observer = observer;
  }

  void end(AttemptWork work, JobState from, JobState end) {
    end(work.job(), from, end);
  }

  void failedByService(AttemptWork work, Exception error) {
    JobState now = jobs.get(work.job().id()).state();
    if (!now.ended()) {
      end(work.job(), now, new JobState.Failed(FailureReason.SERVICE_ERROR, error.toString()));
    }
  }

  void lost(Job job, String why) {
    end(job, job.state(), new JobState.Failed(FailureReason.LOST, why));
  }

  void cancelQueued(Job job) {
    end(job, new JobState.Queued(), new JobState.Cancelled("cancelled while it waited"));
  }

  private void end(Job job, JobState from, JobState end) {
    JobLog log = logs.of(job.attempt());
    log.write(Channel.SERVICE, sentence(end));
    attempts.logLines(job.attempt(), log.lines());
    transaction.executeWithoutResult(
        _ -> {
          jobs.move(job.id(), from, end);
          heldGpus.release(job.attempt());
        });
    observer.accept(jobs.get(job.id()), end);
    log.seal();
  }

  private static String sentence(JobState end) {
    String word = "job " + end.word().toLowerCase(Locale.ROOT);
    if (end.message() == null) {
      return word;
    }
    return word + (end.reason() == null ? "" : " (" + end.reason() + ")") + ": " + end.message();
  }
}
