package org.gpurma.service.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.annotation.Annotation;
import java.util.Set;
import org.gpurma.service.security.Caller;
import org.gpurma.service.security.Verb;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Lets through what the caller's key allows. It asks the handler, not the path. */
final class Access implements HandlerInterceptor {
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (!(handler instanceof HandlerMethod method) || has(method, NeedsNoKey.class)) {
      // What is no method are the pages themselves.
      return true;
    }
    require(needed(method, request.getMethod()), request, response);
    return true;
  }

  static void require(Verb needed, HttpServletRequest request, HttpServletResponse response) {
    Caller caller =
        KeyFilter.caller(request)
            .orElseThrow(
                () -> {
                  response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
                  return ApiException.unauthorized(
                      "It needs an API key that holds: send Authorization: Bearer KEY, or set"
                          + " GPURMA_KEY for the command line");
                });
    if (!caller.may(needed)) {
      throw new ApiException(
          ProblemType.FORBIDDEN,
          "The key '" + caller.name() + "' does not allow to " + needed.word());
    }
  }

  private static boolean has(HandlerMethod method, Class<? extends Annotation> annotation) {
    return method.hasMethodAnnotation(annotation)
        || AnnotatedElementUtils.hasAnnotation(method.getBeanType(), annotation);
  }

  private static Verb needed(HandlerMethod method, String verb) {
    Needs needs = method.getMethodAnnotation(Needs.class);
    if (needs == null) {
      needs = AnnotatedElementUtils.findMergedAnnotation(method.getBeanType(), Needs.class);
    }
    if (needs != null) {
      return needs.value();
    }
    return READING.contains(verb) ? Verb.READ : Verb.ADMIN;
  }
}
