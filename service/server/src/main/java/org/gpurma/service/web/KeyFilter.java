package org.gpurma.service.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.gpurma.service.security.ApiKeys;
import org.gpurma.service.security.Caller;
import org.gpurma.service.security.Verb;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Finds out who a request comes from, by its key: in the header {@code Authorization: Bearer}, or,
 * for the pages, in a cookie.
 */
final class KeyFilter extends OncePerRequestFilter {
  static final String COOKIE = "gpurma-key";

  private static final String BEARER = "Bearer ";
  private static final String CALLER = KeyFilter.class.getName() + ".caller";

  private final ApiKeys keys;
  private final boolean needed;
  private final boolean openMetrics;
  private final HandlerExceptionResolver problems;

  KeyFilter(ApiKeys keys, boolean needed, boolean openMetrics, HandlerExceptionResolver problems) {
    this.keys = keys;
    this.problems = problems;
    this.needed = needed;
    this.openMetrics = openMetrics;
  }

  /** Empty where the request has no key that holds. */
  static Optional<Caller> caller(HttpServletRequest request) {
    return Optional.ofNullable((Caller) request.getAttribute(CALLER));
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Optional<Caller> caller = needed ? identify(request) : Optional.of(Caller.ANYONE);
    caller.ifPresent(known -> request.setAttribute(CALLER, known));
    if (isManagement(request)) {
      try {
        Access.require(Verb.READ, request, response);
      } catch (ApiException e) {
        problems.resolveException(request, response, null, e);
        return;
      }
    }
    try {
      caller
          .orElse(Caller.NOBODY)
          .serve(
              () -> {
                chain.doFilter(request, response);
                return null;
              });
    } catch (ServletException | IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new ServletException(e);
    }
  }

  private Optional<Caller> identify(HttpServletRequest request) {
    return Stream.concat(header(request), cookie(request))
        .map(keys::caller)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Stream<String> header(HttpServletRequest request) {
    return Stream.ofNullable(request.getHeader(HttpHeaders.AUTHORIZATION))
        .filter(value -> value.startsWith(BEARER))
        .map(value -> value.substring(BEARER.length()).strip());
  }

  private static Stream<String> cookie(HttpServletRequest request) {
    return Stream.ofNullable(request.getCookies())
        .flatMap(Arrays::stream)
        .filter(cookie -> cookie.getName().equals(COOKIE))
        .map(Cookie::getValue);
  }

  /** What has no handler that {@link Access} could ask. Whether the service is up, anybody may. */
  private boolean isManagement(HttpServletRequest request) {
    String path = request.getServletPath();
    return path.startsWith("/actuator")
        && !path.equals("/actuator/health")
        && !path.startsWith("/actuator/health/")
        && !(openMetrics && path.equals("/actuator/prometheus"));
  }
}
