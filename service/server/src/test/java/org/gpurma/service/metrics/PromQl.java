package org.gpurma.service.metrics;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads an expression as far as it takes to find what it names: there is no well-kept parser of
 * PromQL for the JVM.
 */
final class PromQl {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s+|\"(?:[^\"\\\\]|\\\\.)*\"|\\d+(?:\\.\\d+)?(?:e-?\\d+)?(?:ms|[smhdwy])?|[a-zA-Z_:][\\w:]*"
              + "|=~|!~|!=|==|<=|>=|[-+*/%^<>=(){}\\[\\],]");
  private static final Set<String> FUNCTIONS =
      Set.of(
          "sum",
          "avg",
          "min",
          "max",
          "count",
          "topk",
          "bottomk",
          "group",
          "rate",
          "increase",
          "irate",
          "delta",
          "histogram_quantile",
          "clamp_min",
          "clamp_max",
          "vector",
          "abs",
          "changes",
          "label_replace",
          "absent",
          "time",
          "max_over_time",
          "avg_over_time");
  private static final Set<String> WITH_LABELS =
      Set.of("by", "without", "on", "ignoring", "group_left", "group_right");
  private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "bool", "offset");
  private static final Set<String> MATCHERS = Set.of("=", "!=", "=~", "!~");

  private final List<String> tokens = new ArrayList<>();
  private final List<String> complaints = new ArrayList<>();
  private final Set<String> metrics = new TreeSet<>();
  private final Set<String> groupLabels = new TreeSet<>();
  private int next;

  /** Takes an expression, with Grafana's variables in it. */
  PromQl(String expression) {
    String plain = expression.replace("$__rate_interval", "5m");
    Matcher matcher = TOKEN.matcher(plain);
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      end = matcher.end();
      if (!matcher.group().isBlank()) {
        tokens.add(matcher.group());
      }
    }
    if (end < plain.length()) {
      complaints.add("no token at: " + plain.substring(end));
    }
  }

  /** What is wrong with it, or not in the scrape. */
  List<String> complaints(Scrape scrape) {
    balance();
    while (next < tokens.size()) {
      read(scrape);
    }
    Set<String> known = new TreeSet<>();
    metrics.forEach(metric -> known.addAll(scrape.labelsOf(metric)));
    groupLabels.stream()
        .filter(label -> !known.contains(label))
        .forEach(label -> complaints.add("no series here has the label " + label));
    if (metrics.isEmpty()) {
      complaints.add("it names no metric");
    }
    return complaints;
  }

  private void balance() {
    Deque<String> open = new ArrayDeque<>();
    for (String token : tokens) {
      switch (token) {
        case "(" -> open.push(")");
        case "{" -> open.push("}");
        case "[" -> open.push("]");
        case ")", "}", "]" -> {
          if (open.isEmpty() || !open.pop().equals(token)) {
            complaints.add("a " + token + " too many");
          }
        }
        default -> {}
      }
    }
    if (!open.isEmpty()) {
      complaints.add(open + " is missing");
    }
  }

  private String peek() {
    return next < tokens.size() ? tokens.get(next) : "";
  }

  private void read(Scrape scrape) {
    String token = tokens.get(next++);
    if (!token.matches("[a-zA-Z_:].*") || OPERATORS.contains(token)) {
      return;
    }
    if (WITH_LABELS.contains(token)) {
      while (!peek().equals(")") && next < tokens.size()) {
        String label = tokens.get(next++);
        if (label.matches("\\w+") && !label.equals("le")) {
          groupLabels.add(label);
        }
      }
    } else if (peek().equals("(") || FUNCTIONS.contains(token)) {
      if (!FUNCTIONS.contains(token)) {
        complaints.add("there is no function " + token);
      }
    } else {
      metric(token, scrape);
    }
  }

  private void metric(String name, Scrape scrape) {
    metrics.add(name);
    if (!scrape.has(name)) {
      complaints.add("there is no metric " + name);
    }
    if (!peek().equals("{")) {
      return;
    }
    next++;
    while (!peek().equals("}") && next < tokens.size()) {
      String label = tokens.get(next++);
      if (label.equals(",")) {
        continue;
      }
      if (!scrape.labelsOf(name).contains(label)) {
        complaints.add(name + " has no label " + label);
      }
      if (!MATCHERS.contains(peek())) {
        complaints.add("no matcher behind " + label);
      }
      next++;
      if (!peek().startsWith("\"")) {
        complaints.add("no text behind " + label);
      }
      next++;
    }
  }
}
