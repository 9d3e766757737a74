package org.gpurma.service.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpurma.service.jobspec.Suggestion;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses query parameters that a handler does not have, since a mistyped filter would find all,
 * and one that is given twice where the handler would look at one of its values only.
 */
final class KnownParameters implements HandlerInterceptor {
  private static final DefaultParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

  private final Map<Method, List<String>> known = new ConcurrentHashMap<>();
  private final Map<Method, Set<String>> several = new ConcurrentHashMap<>();

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod method
        && request.getQueryString() != null
        && request.getRequestURI().startsWith("/api/")) {
      List<String> names = known.computeIfAbsent(method.getMethod(), _ -> names(method));
      List<String> given = names(request.getQueryString()).toList();
      given.stream()
          .filter(name -> !names.contains(name))
          .findFirst()
          .ifPresent(name -> refuse(name, names));
      Set<String> lists = several.computeIfAbsent(method.getMethod(), _ -> lists(method));
      Set<String> seen = new HashSet<>();
      given.stream()
          .filter(name -> !seen.add(name) && !lists.contains(name))
          .findFirst()
          .ifPresent(KnownParameters::refuseSecond);
    }
    return true;
  }

  private static void refuseSecond(String name) {
    throw ApiException.badRequest("query parameter '" + name + "' is given twice; give it once");
  }

  private static void refuse(String name, List<String> names) {
    throw ApiException.badRequest(
        "unknown query parameter '"
            + name
            + "'"
            + Suggestion.didYouMean(name, names)
            + (names.isEmpty()
                ? " (none are known here)"
                : " (known here: " + String.join(", ", names) + ")"));
  }

  private static Stream<String> names(String query) {
    return Stream.of(query.split("&"))
        .filter(pair -> !pair.isEmpty())
        .map(pair -> pair.contains("=") ? pair.substring(0, pair.indexOf('=')) : pair)
        .map(KnownParameters::decoded);
  }

  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      throw ApiException.badRequest("the query has a '%' without two hexadecimal digits behind it");
    }
  }

  private static List<String> names(HandlerMethod method) {
    Takes takes = method.getMethodAnnotation(Takes.class);
    return Stream.concat(
            Stream.of(method.getMethodParameters()).flatMap(KnownParameters::names),
            takes == null
                ? Stream.empty()
                : Stream.concat(Stream.of(takes.value()), Stream.of(takes.several())))
        .toList();
  }

  /** Those of whose values none is left out: the framework joins texts by commas. */
  private static Set<String> lists(HandlerMethod method) {
    Takes takes = method.getMethodAnnotation(Takes.class);
    return Stream.concat(
            Stream.of(method.getMethodParameters())
                .filter(parameter -> isText(parameter) || parameter.getParameterType().isRecord())
                .flatMap(KnownParameters::names),
            takes == null ? Stream.empty() : Stream.of(takes.several()))
        .collect(Collectors.toSet());
  }

  private static boolean isText(MethodParameter parameter) {
    return parameter.getParameterType() == String.class;
  }

  private static Stream<String> names(MethodParameter parameter) {
    MethodParameter named = new MethodParameter(parameter);
    named.initParameterNameDiscovery(NAMES);
    if (parameter.hasParameterAnnotation(RequestParam.class)) {
      return Stream.of(named.getParameterName());
    }
    boolean record =
        parameter.getParameterType().isRecord() && parameter.getParameterAnnotations().length == 0;
    return record
        ? Arrays.stream(parameter.getParameterType().getRecordComponents())
            .map(RecordComponent::getName)
        : Stream.empty();
  }
}
