package org.gpurma.service.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.gpurma.service.job.EventKind;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobEvent;
import org.gpurma.service.job.JobId;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.security.Verb;
import org.gpurma.service.submit.KeyedSubmissions;
import org.gpurma.service.submit.KeyedSubmissions.Outcome;
import org.gpurma.service.submit.Submission;
import org.gpurma.service.submit.Submitted;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Takes job specs, alone or with their files, and plans them. */
@RestController
final class SubmitController {
  static final String KEY = "Idempotency-Key";

  private final SubmissionRequests requests;
  private final KeyedSubmissions submissions;
  private final Plans plans;
  private final JobReading reading;
  private final JobStore jobs;
  private final JsonMapper json;

  SubmitController(
      SubmissionRequests requests,
      KeyedSubmissions submissions,
      Plans plans,
      JobReading reading,
      JobStore jobs,
      JsonMapper json) {
    this.requests = requests;
    this.submissions = submissions;
    this.plans = plans;
    this.reading = reading;
    this.jobs = jobs;
    this.json = json;
  }

  @Needs(Verb.SUBMIT)
  @PostMapping(
      path = "/api/v1/jobs",
      consumes = {
        MediaType.APPLICATION_JSON_VALUE,
        "application/yaml",
        "application/x-yaml",
        "text/yaml",
        "text/x-yaml",
        MediaType.MULTIPART_FORM_DATA_VALUE
      })
  @Takes(
      value = {"folder", "hold"},
      several = "set")
  ResponseEntity<byte[]> submit(
      HttpServletRequest request,
      @RequestHeader(name = KEY, required = false) Optional<String> key,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) Optional<String> planned)
      throws IOException, ServletException {
    return requests.use(request, key, true, submission -> submit(submission, planned));
  }

  private ResponseEntity<byte[]> submit(Submission submission, Optional<String> planned)
      throws IOException {
    if (planned.isPresent()) {
      plans.requireCurrent(submission, planned.get());
    }
    return switch (submissions.submit(submission)) {
      case Outcome.Stored stored -> stored(stored.submitted());
      case Outcome.Known known -> replayed(known.job());
      case Outcome.OtherSubmission _ ->
          throw new ApiException(
              ProblemType.SUBMISSION_KEY_REUSED,
              "Under this "
                  + KEY
                  + " something else was submitted before; take a new key for a new submission");
      case Outcome.InFlight _ ->
          throw new ApiException(
              ProblemType.SUBMISSION_IN_FLIGHT,
              "A submission with this " + KEY + " is being stored; send it again in a moment");
    };
  }

  private ResponseEntity<byte[]> stored(Submitted submitted) {
    Job first = submitted.jobs().getFirst();
    if (first.array() != null) {
      return array(first.id(), submitted.jobs(), false);
    }
    var queued =
        new JobEvent(
            0, first.createdAt(), EventKind.SUBMITTED, 1, first.state().word(), null, null);
    return job(
        first,
        JobView.of(
            first,
            submitted.spec().jobs().getFirst().tree(),
            List.of(queued),
            List.of(),
            null,
            0,
            null),
        false);
  }

  private ResponseEntity<byte[]> replayed(JobId id) {
    Job job = reading.job(id.value());
    return job.array() == null
        ? job(job, reading.view(job), true)
        : array(job.id(), jobs.ofArray(job.array().id()), true);
  }

  private ResponseEntity<byte[]> job(Job job, JobView view, boolean again) {
    byte[] body = json.writeValueAsBytes(view);
    return created("/api/v1/jobs/" + job.id(), again).eTag(Etags.of(job, body)).body(body);
  }

  private ResponseEntity<byte[]> array(JobId id, List<Job> members, boolean again) {
    return created("/api/v1/arrays/" + id, again)
        .body(json.writeValueAsBytes(ArrayController.ArrayView.of(members)));
  }

  private static ResponseEntity.BodyBuilder created(String location, boolean again) {
    ResponseEntity.BodyBuilder response =
        ResponseEntity.created(URI.create(location)).contentType(MediaType.APPLICATION_JSON);
    return again ? response.header("Idempotent-Replayed", "true") : response;
  }

  /** What a submission would come to, without storing any of it. */
  @Needs(Verb.SUBMIT)
  @PostMapping(
      path = "/api/v1/plans",
      consumes = {
        MediaType.APPLICATION_JSON_VALUE,
        "application/yaml",
        "application/x-yaml",
        "text/yaml",
        "text/x-yaml",
        MediaType.MULTIPART_FORM_DATA_VALUE
      })
  @Takes(
      value = {"folder", "hold"},
      several = "set")
  ResponseEntity<PlanView> plan(HttpServletRequest request) throws IOException, ServletException {
    PlanView plan = requests.use(request, Optional.empty(), false, plans::of);
    return ResponseEntity.ok().eTag(plan.tag()).body(plan);
  }
}
