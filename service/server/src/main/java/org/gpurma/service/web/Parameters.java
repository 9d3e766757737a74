package org.gpurma.service.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;

/** Parameters that may be given several times; the framework would split their values at commas. */
final class Parameters {
  private Parameters() {}

  static List<String> all(HttpServletRequest request, String name) {
    String[] values = request.getParameterValues(name);
    return values == null ? List.of() : List.of(values);
  }
}
