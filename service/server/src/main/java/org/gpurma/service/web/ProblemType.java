package org.gpurma.service.web;

import java.net.URI;
import java.util.Locale;
import org.springframework.http.HttpStatus;

/** Every kind of refusal: the stable URI that programs can rely on, its status and its title. */
enum ProblemType {
  BAD_REQUEST(HttpStatus.BAD_REQUEST, "The request is malformed"),
  UNREADABLE_JOB_SPEC(HttpStatus.BAD_REQUEST, "The job spec cannot be read"),
  BAD_OUTPUT(HttpStatus.BAD_REQUEST, "The output is refused"),
  PROTOCOL_VERSION(HttpStatus.BAD_REQUEST, "The wire contract is of another version"),
  UNAUTHORIZED(HttpStatus.UNAUTHORIZED, "The request is not authorised"),
  FORBIDDEN(HttpStatus.FORBIDDEN, "The key does not allow it"),
  NOT_FOUND(HttpStatus.NOT_FOUND, "Not found"),
  METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED, "The resource has no such method"),
  NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE, "There is no such representation"),
  CONFLICT(HttpStatus.CONFLICT, "The job is not in a state for this"),
  SUBMISSION_IN_FLIGHT(HttpStatus.CONFLICT, "The same submission is being stored"),
  GONE(HttpStatus.GONE, "The attempt has ended"),
  PRECONDITION_FAILED(HttpStatus.PRECONDITION_FAILED, "The job has changed"),
  TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "The request is too large"),
  UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The content type is not understood"),
  RANGE_NOT_SATISFIABLE(
      HttpStatus.REQUESTED_RANGE_NOT_SATISFIABLE, "The range lies outside of the file"),
  INVALID_JOB_SPEC(HttpStatus.UNPROCESSABLE_CONTENT, "The job spec is not valid"),
  SUBMISSION_KEY_REUSED(
      HttpStatus.UNPROCESSABLE_CONTENT, "The submission key stands for another submission"),
  INTERNAL_ERROR(HttpStatus.INTERNAL_SERVER_ERROR, "The service failed"),
  NOT_READY(HttpStatus.SERVICE_UNAVAILABLE, "The service is not ready");

  private static final String BASE = "https://gpurma.org/problems/";

  private final HttpStatus status;
  private final String title;

  ProblemType(HttpStatus status, String title) {
    this.status = status;
    this.title = title;
  }

  HttpStatus status() {
    return status;
  }

  String title() {
    return title;
  }

  URI uri() {
    return URI.create(BASE + name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /** The plainest one of a status; a status that none has counts as its class does. */
  static ProblemType of(int status) {
    for (ProblemType type : values()) {
      if (type.status.value() == status) {
        return type;
      }
    }
    return status >= 500 ? INTERNAL_ERROR : BAD_REQUEST;
  }
}
