package org.gpurma.service.web;

import java.net.URI;
import java.util.Locale;
import org.springframework.http.HttpStatus;

/** Every kind of refusal: the stable URI that programs can rely on, its status and its title. */
enum ProblemType {
  BAD_REQUEST(
      HttpStatus.BAD_REQUEST,
      "The request is malformed",
      "The detail names the parameter, and what it may be."),
  UNREADABLE_JOB_SPEC(
      HttpStatus.BAD_REQUEST,
      "The job spec cannot be read",
      "It is neither YAML nor JSON, or no mapping; the detail has the line."),
  BAD_OUTPUT(
      HttpStatus.BAD_REQUEST,
      "The output is refused",
      "A runtime process has sent a piece of a file that its job does not have."),
  PROTOCOL_VERSION(
      HttpStatus.BAD_REQUEST,
      "The wire contract is of another version",
      "Install a runtime bundle that fits the service."),
  UNAUTHORIZED(
      HttpStatus.UNAUTHORIZED,
      "The request is not authorised",
      "Send an API key that holds, as Authorization: Bearer KEY."),
  FORBIDDEN(
      HttpStatus.FORBIDDEN,
      "The key does not allow it",
      "Ask for a key with the verb that the detail names."),
  NOT_FOUND(
      HttpStatus.NOT_FOUND,
      "Not found",
      "It is not there, or belongs to a project that the key is not for."),
  METHOD_NOT_ALLOWED(
      HttpStatus.METHOD_NOT_ALLOWED,
      "The resource has no such method",
      "The header Allow has those that there are."),
  NOT_ACCEPTABLE(
      HttpStatus.NOT_ACCEPTABLE,
      "There is no such representation",
      "Ask for a content type that the API description has."),
  CONFLICT(
      HttpStatus.CONFLICT,
      "The job is not in a state for this",
      "The job has gone on; get it again and decide anew."),
  SUBMISSION_IN_FLIGHT(
      HttpStatus.CONFLICT,
      "The same submission is being stored",
      "Send it again in a moment under the same key."),
  GONE(
      HttpStatus.GONE,
      "The attempt has ended",
      "Nothing more is taken for an attempt that has ended."),
  PRECONDITION_FAILED(
      HttpStatus.PRECONDITION_FAILED,
      "The job has changed",
      "The tag of If-Match is not that of what is stored now; get it again and decide anew."),
  TOO_LARGE(
      HttpStatus.CONTENT_TOO_LARGE,
      "The request is too large",
      "The detail says how much there may be; large data belongs in files."),
  UNSUPPORTED_MEDIA_TYPE(
      HttpStatus.UNSUPPORTED_MEDIA_TYPE,
      "The content type is not understood",
      "Job specs are application/yaml, application/json or a part of multipart/form-data, and not compressed."),
  RANGE_NOT_SATISFIABLE(
      HttpStatus.REQUESTED_RANGE_NOT_SATISFIABLE,
      "The range lies outside of the file",
      "The header Content-Range has the length of the file."),
  INVALID_JOB_SPEC(
      HttpStatus.UNPROCESSABLE_CONTENT,
      "The job spec is not valid",
      "Each of its errors has the JSON pointer of a field, and what to change."),
  SUBMISSION_KEY_REUSED(
      HttpStatus.UNPROCESSABLE_CONTENT,
      "The submission key stands for another submission",
      "Another submission needs another Idempotency-Key."),
  INTERNAL_ERROR(
      HttpStatus.INTERNAL_SERVER_ERROR,
      "The service failed",
      "A fault of the service; its log has the cause."),
  NOT_READY(
      HttpStatus.SERVICE_UNAVAILABLE,
      "The service is not ready",
      "It starts or stops; send it again after the seconds in the header Retry-After.");

  /** Where they are described; a type is a reference that the service resolves. */
  static final String PAGE = "/problems";

  private final HttpStatus status;
  private final String title;
  private final String advice;

  ProblemType(HttpStatus status, String title, String advice) {
    this.status = status;
    this.title = title;
    this.advice = advice;
  }

  HttpStatus status() {
    return status;
  }

  String title() {
    return title;
  }

  URI uri() {
    return URI.create(PAGE + "/" + word());
  }

  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What to do about it. */
  String advice() {
    return advice;
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
