package org.gpurma.client.submission;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text of a spec, seen as the name of a file that it may be. */
sealed interface NamePattern {

  record Exact(String name) implements NamePattern {}

  record Wildcard(Pattern pattern) implements NamePattern {}

  Pattern EXPRESSION = Pattern.compile("\\$\\{([^}]*)}");

  /**
   * Fills in the parameters that {@code ${name}} refers to. Any other expression may stand for
   * anything, for only the service computes them.
   */
  static NamePattern of(String text, Map<String, String> parameters) {
    StringBuilder exact = new StringBuilder();
    StringBuilder regex = new StringBuilder();
    boolean isExact = true;
    int position = 0;
    Matcher expressions = EXPRESSION.matcher(text);
    while (expressions.find()) {
      String before = text.substring(position, expressions.start());
      String value = parameters.get(expressions.group(1).strip());
      exact.append(before).append(value);
      regex.append(Pattern.quote(before)).append(value == null ? ".*" : Pattern.quote(value));
      isExact &= value != null;
      position = expressions.end();
    }
    String rest = text.substring(position);
    return isExact
        ? new Exact(exact.append(rest).toString())
        : new Wildcard(Pattern.compile(regex.append(Pattern.quote(rest)).toString()));
  }
}
