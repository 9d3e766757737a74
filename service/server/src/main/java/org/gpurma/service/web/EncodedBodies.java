package org.gpurma.service.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Refuses bodies that are compressed: taken as they are, they would be no job spec, and a small one
 * may decode to any size. A filter, because forms are read before there is a handler.
 */
@Component
final class EncodedBodies extends OncePerRequestFilter {
  private static final Set<String> PLAIN = Set.of("", "identity");

  private final HandlerExceptionResolver problems;

  EncodedBodies(@Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
    this.problems = problems;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    if (encoding == null || PLAIN.contains(encoding.strip().toLowerCase(Locale.ROOT))) {
      chain.doFilter(request, response);
      return;
    }
    response.setHeader(HttpHeaders.ACCEPT_ENCODING, "identity");
    problems.resolveException(
        request,
        response,
        null,
        new ApiException(
            ProblemType.UNSUPPORTED_MEDIA_TYPE,
            "The Content-Encoding is "
                + encoding
                + "; send the body as it is, without the header"));
  }
}
