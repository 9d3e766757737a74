package org.gpurma.service.web;

import org.springframework.http.HttpStatus;

/** A refused request: status, the name of the problem and what to change. */
final class ApiException extends RuntimeException {
  private final HttpStatus status;
  private final String problem;

  private ApiException(HttpStatus status, String problem, String message) {
    super(message);
    this.status = status;
    this.problem = problem;
  }

  static ApiException notFound(String message) {
    return new ApiException(HttpStatus.NOT_FOUND, "not-found", message);
  }

  static ApiException badRequest(String message) {
    return new ApiException(HttpStatus.BAD_REQUEST, "bad-request", message);
  }

  static ApiException conflict(String message) {
    return new ApiException(HttpStatus.CONFLICT, "conflict", message);
  }

  static ApiException tooLarge(String message) {
    return new ApiException(HttpStatus.CONTENT_TOO_LARGE, "too-large", message);
  }

  static ApiException unauthorized(String message) {
    return new ApiException(HttpStatus.UNAUTHORIZED, "unauthorized", message);
  }

  static ApiException gone(String message) {
    return new ApiException(HttpStatus.GONE, "gone", message);
  }

  static ApiException notYet(String message) {
    return new ApiException(HttpStatus.SERVICE_UNAVAILABLE, "not-ready", message);
  }

  static ApiException otherProtocol(String message) {
    return new ApiException(HttpStatus.BAD_REQUEST, "protocol-version", message);
  }

  static ApiException notAcceptable(String message) {
    return new ApiException(HttpStatus.NOT_ACCEPTABLE, "not-acceptable", message);
  }

  HttpStatus status() {
    return status;
  }

  String problem() {
    return problem;
  }
}
