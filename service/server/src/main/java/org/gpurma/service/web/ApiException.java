package org.gpurma.service.web;

/** A refused request: of what kind, and what to change. */
final class ApiException extends RuntimeException {
  private final ProblemType type;

  ApiException(ProblemType type, String message) {
    super(message);
    this.type = type;
  }

  static ApiException notFound(String message) {
    return new ApiException(ProblemType.NOT_FOUND, message);
  }

  static ApiException badRequest(String message) {
    return new ApiException(ProblemType.BAD_REQUEST, message);
  }

  static ApiException conflict(String message) {
    return new ApiException(ProblemType.CONFLICT, message);
  }

  static ApiException tooLarge(String message) {
    return new ApiException(ProblemType.TOO_LARGE, message);
  }

  static ApiException unauthorized(String message) {
    return new ApiException(ProblemType.UNAUTHORIZED, message);
  }

  static ApiException gone(String message) {
    return new ApiException(ProblemType.GONE, message);
  }

  static ApiException notYet(String message) {
    return new ApiException(ProblemType.NOT_READY, message);
  }

  static ApiException otherProtocol(String message) {
    return new ApiException(ProblemType.PROTOCOL_VERSION, message);
  }

  static ApiException noSuchRange(String message) {
    return new ApiException(ProblemType.RANGE_NOT_SATISFIABLE, message);
  }

  static ApiException notAcceptable(String message) {
    return new ApiException(ProblemType.NOT_ACCEPTABLE, message);
  }

  ProblemType type() {
    return type;
  }
}
