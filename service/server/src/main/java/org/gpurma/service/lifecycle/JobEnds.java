package org.gpurma.service.lifecycle;

import java.util.Locale;
import java.util.function.BiConsumer;
import org.gpurma.service.job.AttemptStore;
import org.gpurma.service.job.FailureReason;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobState;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.JobLogs;

/** Ends jobs: the log is complete before the state says that it is over, and followers go last. */
public final class JobEnds {
  private final JobStore jobs;
  private final AttemptStore attempts;
  private final JobLogs logs;
  private final BiConsumer<Job, JobState> observer;

  public JobEnds(
      JobStore jobs, AttemptStore attempts, JobLogs logs, BiConsumer<Job, JobState> observer) {
    this.jobs = jobs;
    this.attempts = attempts;
    this.logs = logs;
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
    jobs.move(job.id(), from, end);
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
