package org.gpurma.service.web;

import java.time.Instant;
import java.util.List;
import org.gpurma.service.job.Attempt;
import org.gpurma.service.job.CheckReport;
import org.gpurma.service.job.FailureInfo;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobId;
import org.gpurma.service.job.OutputInfo;
import org.gpurma.service.job.ProcessInfo;
import org.gpurma.service.job.Transition;
import tools.jackson.databind.JsonNode;

/** A job as the API shows it. */
record JobView(JobId id, String name, Instant createdAt, JsonNode spec, Status status) {

  record Status(
      String state,
      String reason,
      String message,
      int attempt,
      boolean cancelRequested,
      List<TransitionView> transitions,
      List<String> command,
      List<ProcessInfo> processes,
      FailureInfo failure,
      CheckReport check,
      Double kernelMillis,
      List<OutputInfo> outputs,
      long logLines) {}

  record TransitionView(String state, Instant at, String reason) {
    static TransitionView of(Transition transition) {
      return new TransitionView(
          transition.state().word(), transition.at(), transition.state().reason());
    }
  }

  static JobView of(Job job, Attempt attempt, long logLines) {
    var status =
        new Status(
            job.state().word(),
            job.state().reason(),
            job.state().message(),
            job.attemptNumber(),
            job.cancelRequested(),
            job.transitions().stream().map(TransitionView::of).toList(),
            attempt.command(),
            attempt.processes(),
            attempt.failure(),
            attempt.check(),
            attempt.kernelMillis(),
            attempt.outputs(),
            logLines);
    return new JobView(job.id(), job.name(), job.createdAt(), job.spec(), status);
  }
}
