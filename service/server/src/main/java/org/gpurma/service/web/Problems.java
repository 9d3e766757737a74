package org.gpurma.service.web;

import java.net.URI;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.gpurma.service.ingest.OutputFolder;
import org.gpurma.service.jobspec.InvalidJobSpecException;
import org.gpurma.service.jobspec.UnreadableJobSpecException;
import org.gpurma.service.submit.Catalogue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Every refusal is an RFC 9457 problem; what is wrong with a job spec is listed place by place. */
@RestControllerAdvice
final class Problems extends ResponseEntityExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
  private static final String TYPES = "https://gpurma.org/problems/";

  @ExceptionHandler
  ResponseEntity<ProblemDetail> invalid(InvalidJobSpecException e) {
    ProblemDetail problem =
        problem(
            HttpStatus.UNPROCESSABLE_CONTENT,
            "invalid-job-spec",
            "The job spec is not valid",
            e.errors().size() == 1
                ? e.getMessage()
                : e.errors().size() + " things are wrong with it; nothing was stored");
    problem.setProperty("errors", e.errors());
    return respond(problem);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unreadable(UnreadableJobSpecException e) {
    return respond(
        problem(
            HttpStatus.BAD_REQUEST,
            "unreadable-job-spec",
            "The job spec cannot be read",
            e.getMessage()));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unknownFolder(Catalogue.UnknownFolderException e) {
    return respond(problem(HttpStatus.NOT_FOUND, "not-found", "Not found", e.getMessage()));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> badPiece(OutputFolder.BadPieceException e) {
    return respond(
        problem(HttpStatus.BAD_REQUEST, "bad-output", "The output is refused", e.getMessage()));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> refused(ApiException e) {
    return respond(problem(e.status(), e.problem(), e.status().getReasonPhrase(), e.getMessage()));
  }

  /** A body or query that is no valid HTTP. */
  @ExceptionHandler({MultipartException.class, InvalidParameterException.class})
  ResponseEntity<ProblemDetail> malformed(RuntimeException e) {
    return respond(problem(HttpStatus.BAD_REQUEST, "bad-request", "Bad Request", e.getMessage()));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unexpected(RuntimeException e) {
    LOG.error("a request failed", e);
    return respond(
        problem(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "internal-error",
            "The service failed",
            "The request could not be handled; the log of the service says why"));
  }

  private static ProblemDetail problem(
      HttpStatus status, String type, String title, String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setType(URI.create(TYPES + type));
    problem.setTitle(title);
    return problem;
  }

  private static ResponseEntity<ProblemDetail> respond(ProblemDetail problem) {
    return ResponseEntity.status(problem.getStatus())
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }
}
