package org.gpurma.service.web;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.gpurma.service.job.ArrayPlace;
import org.gpurma.service.job.Attempt;
import org.gpurma.service.job.CheckReport;
import org.gpurma.service.job.FailureInfo;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobEvent;
import org.gpurma.service.job.JobId;
import org.gpurma.service.job.OutputInfo;
import org.gpurma.service.job.ProcessInfo;
import org.gpurma.service.prediction.Prediction;
import tools.jackson.databind.JsonNode;

/**
 * A job as the API shows it.
 *
 * @param prediction what its model said of its last attempt; null where it names none
 */
record JobView(
    JobId id,
    String name,
    String project,
    int priority,
    Map<String, String> labels,
    ArrayPlace array,
    Instant createdAt,
    JsonNode spec,
    Status status,
    Prediction prediction) {

  /**
   * @param waiting why it waits; null where it does not
   */
  record Status(
      String state,
      String reason,
      String message,
      int attempt,
      boolean held,
      boolean cancelRequested,
      List<TransitionView> transitions,
      WaitingView waiting,
      List<AttemptView> attempts,
      List<String> command,
      List<ProcessInfo> processes,
      FailureInfo failure,
      CheckReport check,
      Double kernelMillis,
      List<OutputInfo> outputs,
      long logLines) {}

  record TransitionView(String state, Instant at, String reason, int attempt) {
    static TransitionView of(JobEvent event) {
      return new TransitionView(event.state(), event.at(), event.reason(), event.attempt());
    }
  }

  /** One try; how it ended is null while it runs. */
  record AttemptView(
      int number,
      Instant beganAt,
      Instant endedAt,
      String state,
      String reason,
      String message,
      FailureInfo failure) {
    static AttemptView of(Attempt attempt) {
      boolean ended = attempt.end() != null;
      return new AttemptView(
          attempt.id().number(),
          attempt.beganAt(),
          attempt.endedAt(),
          ended ? attempt.end().word() : null,
          ended ? attempt.end().reason() : null,
          ended ? attempt.end().message() : null,
          attempt.failure());
    }
  }

  /**
   * @param attempts all that there were; the last one is the current one
   */
  static JobView of(
      Job job,
      JsonNode spec,
      List<JobEvent> transitions,
      List<Attempt> attempts,
      WaitingView waiting,
      long logLines,
      Prediction prediction) {
    Attempt attempt = current(job, attempts);
    var status =
        new Status(
            job.state().word(),
            job.state().reason(),
            job.state().message(),
            job.attemptNumber(),
            job.held(),
            job.cancelRequested(),
            transitions.stream().map(TransitionView::of).toList(),
            waiting,
            attempts.stream().map(AttemptView::of).toList(),
            attempt.command(),
            attempt.processes(),
            attempt.failure(),
            attempt.check(),
            attempt.kernelMillis(),
            attempt.outputs(),
            logLines);
    return new JobView(
        job.id(),
        job.name(),
        job.project(),
        job.priority(),
        job.labels(),
        job.array(),
        job.createdAt(),
        spec,
        status,
        prediction);
  }

  /** One that has not begun yet has nothing to say. */
  private static Attempt current(Job job, List<Attempt> attempts) {
    return attempts.isEmpty() || attempts.getLast().id().number() < job.attemptNumber()
        ? Attempt.begin(job.attempt(), "", "", null)
        : attempts.getLast();
  }
}
