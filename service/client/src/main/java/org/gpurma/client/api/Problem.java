package org.gpurma.client.api;

import java.util.List;
import java.util.Objects;

/** The service's answer to a request it did not carry out (RFC 9457 problem details). */
public record Problem(
    String type, String title, int status, String detail, List<FieldError> errors) {

  public Problem {
    errors = errors == null ? List.of() : List.copyOf(errors);
  }

  static Problem withoutDetails(int status) {
    return new Problem("about:blank", "HTTP status " + status, status, null, List.of());
  }

  /** Kinds are the last part of the type. */
  boolean isOfKind(String kind) {
    return type != null && type.endsWith("/" + kind);
  }

  /** One line for people: what went wrong, with the detail where there is one. */
  public String summary() {
    String what = Objects.requireNonNullElse(title, "HTTP status " + status);
    return detail == null || detail.isBlank() || detail.equals(what) ? what : what + ": " + detail;
  }
}
